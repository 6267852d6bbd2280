import { buffer } from 'node:stream/consumers'
import { and, eq, sql } from 'drizzle-orm'
import { processState, type Services } from '#kernel/feature.ts'
import { bodyWithin } from '#kit/limited-body.ts'
import { UserError } from '#kit/errors.ts'
import { objectKinds, type ObjectKind, type ObjectName, type ObjectState } from './objects.ts'
import { cursorNow, stateAt } from './state-at.ts'
import { journal } from './table.ts'
import type { Written } from './write-state.ts'

/**
 * A field with a picture, a sound or a sticker's file, and its value: a hash, or the id of something that never
 * changes.
 */
export interface PictureName extends ObjectName {
  field: string
  value: string
}

const kept = {
  name: 'antinuke.pictures',
  types: ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/json', 'audio/mpeg', 'audio/ogg'],
  maxBytes: 10_000_000,
}
/** The most bytes for a server's pictures together, so that they leave room for what people upload. */
const mostBytes = 60_000_000
const timeoutMs = 15_000

type Addressing = (id: string, value: string, guildId: string, state: ObjectState) => string

const moving = (hash: string) => (hash.startsWith('a_') ? 'gif' : 'png')
const hashed =
  (folder: string): Addressing =>
  (id, hash) =>
    `${folder}/${id}/${hash}.${moving(hash)}?size=4096`

/** The extension of a sticker's file, by format. Source: Discord's documentation, "Sticker Format Types". */
const stickerTypes: Readonly<Record<number, string>> = { 1: 'png', 2: 'png', 3: 'json', 4: 'gif' }

/**
 * The addresses at which Discord serves them. Source: Discord's documentation, "Image Formatting", and "Soundboard".
 */
const addresses: { readonly [K in ObjectKind]?: Readonly<Record<string, Addressing>> } = {
  role: { icon: hashed('role-icons') },
  guild: {
    icon: hashed('icons'),
    splash: hashed('splashes'),
    discovery_splash: hashed('discovery-splashes'),
    banner: hashed('banners'),
  },
  emoji: { image: (id, _value, _guildId, { animated }) => `emojis/${id}.${animated === true ? 'gif' : 'png'}` },
  sticker: {
    file: (id, _value, _guildId, state) => `stickers/${id}.${stickerTypes[Number(state['format_type'])] ?? 'png'}`,
  },
  sound: { sound: id => `soundboard-sounds/${id}` },
  webhook: { avatar: hashed('avatars') },
  event: { image: hashed('guild-events') },
}

const withPictures = (Object.keys(objectKinds) as ObjectKind[]).filter(kind => addresses[kind])

const fileName = ({ kind, id, field, value }: PictureName) => `${kind}-${id}-${field}-${value}`

const files = ({ files: all }: Services, guildId: string) => all.of(kept, guildId)

/** Every picture of a server, as known now, with its address. */
function picturesOf(services: Services, guildId: string): { name: string; address: string }[] {
  const state = stateAt(services, guildId, cursorNow(services, guildId), withPictures)
  return withPictures.flatMap(kind =>
    [...state[kind]].flatMap(([id, object]) =>
      Object.entries(addresses[kind] ?? {}).flatMap(([field, address]) => {
        const value = object[field]
        if (typeof value !== 'string') return []
        return [{ name: fileName({ kind, id, field, value }), address: address(id, value, guildId, object) }]
      }),
    ),
  )
}

/**
 * Discord serves animated stickers from another host. Source: its documentation, "Image Formatting", note on stickers.
 */
const hostFor = (cdnUrl: string, address: string) =>
  /^stickers\/.*\.gif$/.test(address) ? cdnUrl.replace('//cdn.discordapp.com', '//media.discordapp.net') : cdnUrl

/** Downloads a picture. @returns its bytes, or undefined when there is none */
async function download(cdnUrl: string, address: string): Promise<{ type: string; content: Buffer } | undefined> {
  const url = `${hostFor(cdnUrl, address).replace(/\/$/, '')}/${address}`
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
  const type = (response.headers.get('content-type') ?? '').replace(/;.*$/, '').trim()
  if (!response.ok || !kept.types.includes(type)) {
    await response.body?.cancel()
    return undefined
  }
  const content = await bodyWithin(response, kept.maxBytes)
  return content && { type, content }
}

/** Pictures that did not exist or did not arrive: they are asked for again at the next start. */
const missing = processState(() => new Set<string>())
/** The servers whose pictures are being kept, and whether nothing more may be begun. */
const workOf = processState(() => ({ guilds: new Set<string>(), isOver: false }))

/**
 * Keeps what Discord no longer serves once it is deleted: pictures, stickers and sounds of a server, one after the
 * other.
 */
export async function keepPictures(services: Services, guildId: string): Promise<void> {
  const { config, log } = services
  const work = workOf(services)
  if (work.guilds.has(guildId)) return
  work.guilds.add(guildId)
  try {
    const own = files(services, guildId)
    const there = own.list()
    const known = new Set(there.map(({ name }) => name))
    let bytes = there.reduce((sum, file) => sum + file.bytes, 0)
    for (const { name, address } of picturesOf(services, guildId)) {
      if (work.isOver) return
      if (known.has(name) || missing(services).has(name)) continue
      const picture = await download(config.discord.cdnUrl, address).catch(() => undefined)
      if (work.isOver) return
      if (!picture || bytes + picture.content.byteLength > mostBytes) {
        missing(services).add(name)
        continue
      }
      await own.put(picture.content, { name, type: picture.type })
      bytes += picture.content.byteLength
    }
  } catch (err) {
    // There is no room left, so nothing else of the server can be kept either.
    if (!(err instanceof UserError)) throw err
    log.info({ guildId, reason: err.code }, 'pictures of the server are not kept')
  } finally {
    work.guilds.delete(guildId)
  }
}

/** Stops at shutdown: the rest is kept after the next start. */
export function stopPictures(services: Services): void {
  workOf(services).isOver = true
}

/** Drops pictures that no moment in the journal names any more. */
export async function dropPictures(services: Services, guildId: string): Promise<void> {
  const own = files(services, guildId)
  for (const { id, name } of own.list()) {
    const [kind = '', objectId = '', , value = ''] = name.split('-')
    const ofObject = and(eq(journal.guildId, guildId), eq(journal.kind, kind), eq(journal.objectId, objectId))
    const named = services.db
      .select({ id: journal.id })
      .from(journal)
      .where(and(ofObject, sql`instr(${journal.state}, ${value}) > 0`))
      .limit(1)
      .get()
    if (!named) await own.delete(id)
  }
}

/** Whether a change brings a picture that is not kept yet. */
export function bringsPicture({ kind, before, after }: Pick<Written, 'kind' | 'before' | 'after'>): boolean {
  return Object.keys(addresses[kind] ?? {}).some(
    field => typeof after?.[field] === 'string' && after[field] !== before?.[field],
  )
}

/**
 * Returns whether {@link keptPicture} has a picture at this moment. The files are listed once, however many pictures
 * are checked.
 */
export function keptPictures(services: Services, guildId: string): (picture: PictureName) => boolean {
  const names = new Set(
    files(services, guildId)
      .list()
      .map(({ name }) => name),
  )
  return picture => names.has(fileName(picture))
}

/** The bytes of a picture, sticker or sound that was kept, and their media type; undefined when it was not. */
export async function keptPicture(
  services: Services,
  guildId: string,
  picture: PictureName,
): Promise<{ type: string; content: Buffer } | undefined> {
  const own = files(services, guildId)
  const found = own.list().find(({ name }) => name === fileName(picture))
  const file = found && own.read(found.id)
  return file && { type: file.type, content: await buffer(file.content) }
}
