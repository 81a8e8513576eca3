/** What a page of the host is given: where it is, and how to go elsewhere. */
export type PageProps = { path: string; query: Record<string, string>; go: (to: string, replace?: boolean) => void }
