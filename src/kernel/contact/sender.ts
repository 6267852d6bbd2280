import { createHmac } from 'node:crypto'
import { isIPv4 } from 'node:net'

/** The network that an address stands for: all of it in IPv4, the half that a household is given in IPv6. */
function networkOf(ip: string): string {
  const inside = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip
  if (isIPv4(inside)) return inside
  const [head = '', tail] = (inside.split('%')[0] ?? '').toLowerCase().split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [first, last] = [groups(head), tail === undefined ? [] : groups(tail)]
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(8 - first.length - last.length, 0) }, () => '0')
  return [...first, ...zeros, ...last]
    .slice(0, 4)
    .map(group => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/** What senders are counted by: nobody can tell the address from it without the secret. */
export const senderOf = (ip: string, secret: string): string =>
  createHmac('sha256', secret)
    .update(`contact:${networkOf(ip)}`)
    .digest('base64url')
    .slice(0, 22)
