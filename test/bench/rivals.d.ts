// As much of the rivals' packages as the comparison uses: they are never installed here.
declare module 'express' {
  type Response = { status: (code: number) => Response; json: (body: unknown) => void }
  type App = {
    use: (handler: unknown) => void
    post: (path: string, handler: (req: { body: object }, res: Response) => void) => void
    listen: (port: number, host: string, ready: () => void) => import('node:http').Server
  }
  const express: (() => App) & { json: () => unknown }
  export default express
}
declare module 'better-sqlite3' {
  export default class Database {
    constructor(file: string)
    pragma(text: string): void
    exec(text: string): void
    prepare(text: string): { run: (...values: unknown[]) => { lastInsertRowid: number } }
  }
}
