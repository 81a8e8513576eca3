type Empty = undefined | null | false | 0 | ''

/** Returns an object's properties without empty ones: no `undefined`, `false`, zero or empty text. */
export const withoutEmpty = <Of extends object>(properties: Of) =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value)) as {
    [name in keyof Of]?: Exclude<Of[name], Empty>
  }
