import { LRUCache } from 'lru-cache'
import { bodyWithin } from '../limited-body.ts'

/** In bytes. Discord's largest avatar of this size is far smaller. */
const largest = 1_000_000
const timeoutMs = 2000
/** Discord scales images to this size, so nothing larger is ever decoded. */
const pixels = '256'

const kept = new LRUCache<string, Buffer>({ maxSize: 4_000_000, sizeCalculation: ({ byteLength }) => byteLength })

/**
 * The URL to fetch, or undefined if it is not on Discord's image server, so that nobody can make the bot call other
 * hosts.
 */
export function onCdn(cdnUrl: string, address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const [cdn, wanted] = [new URL(cdnUrl), new URL(address)]
  if (wanted.origin !== cdn.origin || !wanted.pathname.startsWith(`${cdn.pathname.replace(/\/$/, '')}/`))
    return undefined
  wanted.searchParams.set('size', pixels)
  return wanted.href
}

async function read(response: Response): Promise<Buffer | undefined> {
  if (!response.ok || !/^image\/(png|jpeg|webp|gif)/.test(response.headers.get('content-type') ?? '')) {
    await response.body?.cancel()
    return undefined
  }
  return bodyWithin(response, largest)
}

/**
 * Fetches an image from Discord's image server, unchanged.
 * @returns undefined if there is none, it is too large or it takes longer than 2 s; draw something else then
 */
export async function loadAvatar(cdnUrl: string, address: string | null): Promise<Buffer | undefined> {
  const url = address === null ? undefined : onCdn(cdnUrl, address)
  if (url === undefined) return undefined
  const known = kept.get(url)
  if (known) return known
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const picture = await read(await fetch(url, { signal, redirect: 'error' }))
    if (picture) kept.set(url, picture)
    return picture
  } catch {
    return undefined
  }
}
