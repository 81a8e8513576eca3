import { crc32, inflateRawSync } from 'node:zlib'
import * as assert from 'uvu/assert'

/** Returns the files of a zip by its central directory. */
export const unzip = (bytes: Buffer): Record<string, string> => {
  const files: Record<string, string> = {}
  for (let at = bytes.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0 && bytes.readUInt32LE(at) === 0x02014b50; ) {
    const [method, size, name, extra, comment, start] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
      bytes.readUInt32LE(at + 42),
    ]
    const from = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
    const body = bytes.subarray(from, from + size)
    const content = method ? inflateRawSync(body) : body
    const told = [bytes.readUInt32LE(at + 16), bytes.readUInt32LE(at + 24)]
    assert.equal(told, [crc32(content), content.length], 'checksum and length, which careful readers compare')
    files[bytes.toString('utf8', at + 46, at + 46 + name)] = content.toString('utf8')
    at += 46 + name + extra + comment
  }
  return files
}
