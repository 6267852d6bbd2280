/** Kinds of signs of ASCII, each a bit: what a text has none of, some of what is looked for cannot be in it. */
export const kind = {
  /** No address is without one. */
  address: 1,
  /** No invite is without one. */
  slash: 2,
  /** What Discord's formatting, or a browser, reads as something else. */
  changing: 4,
  /** What is another sign once it is folded. */
  folded: 8,
  capital: 16,
} as const

const blank = 32
/** What reading changes, or makes one of several. */
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
 * The kinds of signs in a text, in one pass.
 * @returns undefined unless it is plain lines of ASCII, in which every sign stays where it is
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

/** Whether some kind of sign may be in a text; one that is no plain ASCII may hold anything. */
export const mayHold = (kinds: number | undefined, some: number): boolean => kinds === undefined || (kinds & some) !== 0
