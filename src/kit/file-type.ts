import type { UploadType } from '#contract'
import { listed } from './permissions.ts'

/** How many bytes are enough to recognize a file type. */
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

/**
 * The type of a file, judged by its first {@link headBytes} and not by its name; undefined for text and unknown types.
 */
export const binaryTypeOf = (head: Uint8Array): UploadType | undefined =>
  signatures.find(([, bytes]) => bytes.every((byte, at) => byte === undefined || byte === head[at]))?.[0]

const titles: Readonly<Record<UploadType, string>> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
  'application/zip': 'ZIP',
  'text/csv': 'CSV',
  'text/plain': 'text',
  'application/json': 'JSON',
  'application/octet-stream': 'other',
}

/** 'The file must be a PNG, JPEG or GIF file.' */
export const wrongType = (types: readonly UploadType[]): string =>
  `The file must be a ${listed(
    types.map(type => titles[type]),
    'or',
  )} file.`
