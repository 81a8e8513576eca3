/** The weights of the reader, as `npm run reader` writes them. */
declare const bytes: Uint8Array
export default bytes
