import { type Arbitrary, integer, string, type StringSharedConstraints } from 'fast-check'

const surrogates = { first: 0xd800, count: 0x800 }
const codePoint = integer({ min: 0, max: 0x10_ffff - surrogates.count }).map(number =>
  String.fromCodePoint(number < surrogates.first ? number : number + surrogates.count),
)

/**
 * Text of any characters, like the library's `unit: 'binary'`, which first spends seconds on building a table of all
 * characters.
 */
export const anyText = (length: StringSharedConstraints = {}): Arbitrary<string> =>
  string({ unit: codePoint, ...length })
