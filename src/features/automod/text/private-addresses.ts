/** RFC 1918, RFC 3927 and this machine itself: the first byte, and the range of the second. */
const ownFour: readonly (readonly [first: number, least: number, most: number])[] = [
  [0, 0, 255],
  [10, 0, 255],
  [127, 0, 255],
  [169, 254, 254],
  [172, 16, 31],
  [192, 168, 168],
]

const isOwnFour = (first: number, second: number) =>
  ownFour.some(([own, least, most]) => first === own && second >= least && second <= most)

const four = /^(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/
/** An IPv4 address written as IPv6. */
const mapped = /^::ffff:([\da-f]{1,4}):[\da-f]{1,4}$/i
/** This machine itself, RFC 4193 and RFC 4291. */
const ownSix = /^(::1?|f[cd][\da-f]{2}:.*|fe[89ab][\da-f]:.*)$/i

/**
 * Whether an address is in a private network, where each reader would reach only their own machines.
 * @param host as `URL` resolves it
 */
export function isPrivateAddress(host: string): boolean {
  const [, first, second] = four.exec(host) ?? []
  if (first !== undefined && second !== undefined) return isOwnFour(Number(first), Number(second))
  if (!host.startsWith('[')) return false
  const bare = host.slice(1, -1)
  const [, high] = mapped.exec(bare) ?? []
  if (high === undefined) return ownSix.test(bare)
  const both = Number.parseInt(high, 16)
  return isOwnFour(both >> 8, both & 255)
}
