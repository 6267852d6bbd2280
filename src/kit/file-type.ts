import type { UploadType } from '#contract'

/** Enough bytes to see what a file is. */
export const headBytes = 16

const ascii = (text: string) => [...new TextEncoder().encode(text)]
/** First bytes by type; `undefined` is any byte. https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern */
const signatures: readonly [UploadType, readonly (number | undefined)[]][] = [
  ['image/png', [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', ascii('GIF8')],
  ['image/webp', [...ascii('RIFF'), undefined, undefined, undefined, undefined, ...ascii('WEBP')]],
  ['application/zip', ascii('PK\x03\x04')],
]

/** What a file is by its first {@link headBytes}, whatever it is called; nothing for text and what is not known. */
export const binaryTypeOf = (head: Uint8Array): UploadType | undefined =>
  signatures.find(([, bytes]) => bytes.every((byte, at) => byte === undefined || byte === head[at]))?.[0]
