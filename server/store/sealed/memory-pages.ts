import fs from 'node:fs'

/** Bytes read in pieces, as of a Uint8Array. */
export type Slices = Pick<Uint8Array, 'length'> & { subarray: (from: number, to: number) => Uint8Array }

/** A write beyond the end extends it. */
export type Pages = Slices & { set: (bytes: Uint8Array, at: number) => void }

const chunk = 1 << 20

/** Pages in memory that grow without a copy; they own the given bytes. */
export const pagesInMemory = (bytes: Uint8Array): Pages => {
  const chunks: Uint8Array[] = []
  const add = (part: Uint8Array) => {
    const whole = part.length === chunk ? part : Buffer.alloc(chunk)
    if (whole !== part) whole.set(part)
    chunks.push(whole)
  }
  for (let at = 0; at < bytes.length; at += chunk) add(bytes.subarray(at, at + chunk))
  let length = bytes.length
  const part = (from: number, to: number) => {
    const start = from - (from % chunk)
    return chunks[start / chunk]!.subarray(from - start, Math.min(to - start, chunk))
  }
  const parts = (from: number, to: number) => {
    const found: Uint8Array[] = []
    for (let at = from; at < to; at += found.at(-1)!.length) found.push(part(at, to))
    return found
  }
  return {
    get length() {
      return length
    },
    subarray: (from, to) => {
      const found = parts(from, Math.min(to, length))
      return found.length === 1 ? found[0]! : Buffer.concat(found)
    },
    set: (bytes, at) => {
      while (chunks.length * chunk < at + bytes.length) add(Buffer.alloc(chunk))
      let done = 0
      for (const one of parts(at, at + bytes.length)) {
        one.set(bytes.subarray(done, done + one.length))
        done += one.length
      }
      length = Math.max(length, at + bytes.length)
    },
  }
}

/** Pages in an open file, synchronous: for a thread nobody waits for. */
export const pagesInFile = (fd: number): Pages => {
  let { size: length } = fs.fstatSync(fd)
  const page = Buffer.alloc(chunk)
  return {
    get length() {
      return length
    },
    /** Up to 1 MB stay valid until the next call. */
    subarray: (from, to) => {
      const size = Math.max(0, Math.min(to, length) - from)
      const into = size > page.length ? Buffer.alloc(size) : page.subarray(0, size)
      for (let done = 0; done < size; ) {
        const count = fs.readSync(fd, into, done, size - done, from + done)
        if (!count) throw new Error('the file has become shorter')
        done += count
      }
      return into
    },
    set: (bytes, at) => {
      for (let done = 0; done < bytes.length; ) done += fs.writeSync(fd, bytes, done, bytes.length - done, at + done)
      length = Math.max(length, at + bytes.length)
    },
  }
}

/** Pages for sql.js, which reads and writes a page at a time. */
export const asFile = (pages: Pages) => {
  const { subarray, set } = pages
  const file = { length: Number.MAX_SAFE_INTEGER, subarray, set }
  return { length: pages.length, subarray, slice: () => file } as unknown as Buffer
}
