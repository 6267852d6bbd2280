import { createHmac } from 'node:crypto'
import { networkOf } from '#kit/client-network.ts'

/** What senders are counted by: nobody can tell the address from it without the secret. */
export const senderOf = (ip: string, secret: string): string =>
  createHmac('sha256', secret)
    .update(`contact:${networkOf(ip)}`)
    .digest('base64url')
    .slice(0, 22)
