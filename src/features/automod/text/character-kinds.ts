/** Kinds of ASCII characters, one bit each. If a text has no character of some kind, certain things cannot be in it. */
export const kind = {
  /** Every address contains one of these. */
  address: 1,
  /** Every invite contains one of these. */
  slash: 2,
  /** Characters that Discord's formatting or a browser interprets. */
  changing: 4,
  /** Characters that folding changes. */
  folded: 8,
  capital: 16,
} as const

const blank = 32
/** Characters that reading a text changes or merges. */
const uneven = 64

const has = (sign: string, kinds: RegExp, bit: number): number => (kinds.test(sign) ? bit : 0)

const kindsOf = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code)
  return (
    has(sign, /[.:]/, kind.address) |
    has(sign, /[/\\|]/, kind.slash) |
    has(sign, /[*_~|`\\[%]/, kind.changing) |
    has(sign, /[\n013457@$]/, kind.folded) |
    has(sign, /[A-Z]/, kind.capital) |
    has(sign, /[\n ]/, blank) |
    has(sign, /[^\n\x20-\x7e]/, uneven)
  )
})

/**
 * The kinds of characters in a text, found in one pass.
 * @returns undefined unless it is plain ASCII in which every character keeps its position
 */
export function kindsIn(text: string): number | undefined {
  let all = 0
  let before = 0
  for (let at = 0; at < text.length; at++) {
    const own = kindsOf[text.charCodeAt(at)] ?? uneven
    if ((own & before & blank) !== 0 || own === uneven) return undefined
    all |= own
    before = own
  }
  return all
}

/** Whether a text may contain some kinds of characters; one that is not plain ASCII may contain anything. */
export const mayHold = (kinds: number | undefined, some: number): boolean => kinds === undefined || (kinds & some) !== 0
