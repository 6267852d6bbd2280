import { type RouteLike, Routes } from 'discord.js'
import type { Guild } from 'discord.js'
import type { ObjectKind } from '../journal/objects.ts'
import { deletedWithChannel } from './damage.ts'
import { withoutDeleted } from './deleted-references.ts'
import type { IdMap } from './id-map.ts'
import type { KeptFile } from './kept-files.ts'
import { withIdsReplaced } from './compare-fields.ts'
import { type Act, type FileMark, fileMark } from './steps.ts'

/** One request to Discord. */
export interface Request {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  route: RouteLike
  body?: unknown
  /** A form with a file, in place of JSON. */
  form?: { fields: Record<string, string>; file: KeptFile & { name: string } }
}

/** What is needed to turn an act into a request. */
export interface RequestPlace {
  guild: Guild
  ids: IdMap
  read(file: FileMark['$file']): Promise<KeptFile | undefined>
}

type Ids = (guildId: string, id: string) => RouteLike

const byId: Partial<Record<ObjectKind, Ids>> = {
  role: Routes.guildRole,
  channel: (_guildId, id) => Routes.channel(id),
  emoji: Routes.guildEmoji,
  sticker: Routes.guildSticker,
  sound: Routes.guildSoundboardSound,
  rule: Routes.guildAutoModerationRule,
  webhook: (_guildId, id) => Routes.webhook(id),
  invite: (_guildId, code) => Routes.invite(code),
  event: Routes.guildScheduledEvent,
  guild: guildId => Routes.guild(guildId),
  onboarding: guildId => Routes.guildOnboarding(guildId),
  welcome: guildId => Routes.guildWelcomeScreen(guildId),
  widget: guildId => Routes.guildWidgetSettings(guildId),
}

const makers: Partial<Record<ObjectKind, (guildId: string) => RouteLike>> = {
  role: Routes.guildRoles,
  channel: Routes.guildChannels,
  emoji: Routes.guildEmojis,
  sticker: Routes.guildStickers,
  sound: Routes.guildSoundboardSounds,
  rule: Routes.guildAutoModerationRules,
  event: Routes.guildScheduledEvents,
}

function routeOf(kind: ObjectKind, guildId: string, id: string): RouteLike {
  const route = byId[kind]
  if (!route) throw new Error(`nothing is done to a ${kind} by its ID`)
  return route(guildId, id)
}

const types = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif', 'application/json': 'json' } as const
const endingOf = (type: string): string => types[type as keyof typeof types] ?? 'png'

/**
 * Returns the request that creates, changes or deletes an object. Whatever it names that could not be recreated is left
 * out.
 * @throws NoFile when a file is no longer kept
 * @throws NoChannel when something that belongs in a channel has none to be created in
 */
export async function requestFor(
  act: Extract<Act, { do: 'delete' | 'create' | 'edit' }>,
  place: RequestPlace,
): Promise<Request> {
  const { guild, ids } = place
  if (act.do === 'delete') return { method: 'DELETE', route: routeOf(act.kind, guild.id, ids.now(act.id)) }
  const { kind } = act
  const current = withoutDead(act.body, place)
  const hadChannel = typeof act.body['channel_id'] === 'string'
  if (act.do === 'create' && deletedWithChannel.includes(kind) && hadChannel && current['channel_id'] === undefined)
    throw new NoChannel()
  const body = await withFiles(current, act.body, place)
  if (act.do === 'edit' || act.adopt !== undefined) {
    const id = act.do === 'create' ? String(act.adopt) : ids.now(act.id)
    return { method: kind === 'onboarding' ? 'PUT' : 'PATCH', route: routeOf(kind, guild.id, id), body }
  }
  if (kind === 'webhook') return webhookRequest(body)
  if (kind === 'sticker') return stickerRequest(guild.id, act, place, body)
  const route = makers[kind]
  if (!route) throw new Error(`nobody makes a ${kind}`)
  return { method: 'POST', route: route(guild.id), body }
}

function webhookRequest({ channel_id: channelId, follow, ...body }: Record<string, unknown>): Request {
  return typeof follow === 'string'
    ? { method: 'POST', route: Routes.channelFollowers(follow), body: { webhook_channel_id: channelId } }
    : { method: 'POST', route: Routes.channelWebhooks(String(channelId)), body }
}

/** Only stickers are uploaded as a form. */
async function stickerRequest(
  guildId: string,
  act: Extract<Act, { do: 'create' }>,
  place: RequestPlace,
  body: Record<string, unknown>,
): Promise<Request> {
  const mark = fileMark.parse(act.body['file'])
  const file = await place.read(mark.$file)
  if (!file) throw new NoFile()
  const { file: _data, ...fields } = body
  return {
    method: 'POST',
    route: Routes.guildStickers(guildId),
    form: {
      fields: Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, String(value)])),
      file: { ...file, name: `sticker.${endingOf(file.type)}` },
    },
  }
}

export class NoFile extends Error {}
export class NoChannel extends Error {}

const isMark = (value: unknown): value is FileMark => typeof value === 'object' && value !== null && '$file' in value

async function withFiles(
  current: Record<string, unknown>,
  planned: Record<string, unknown>,
  place: RequestPlace,
): Promise<Record<string, unknown>> {
  const body = { ...current }
  for (const [key, value] of Object.entries(planned)) {
    if (!isMark(value)) continue
    const file = await place.read(fileMark.parse(value).$file)
    if (!file) throw new NoFile()
    body[key] = `data:${file.type};base64,${file.data.toString('base64')}`
  }
  return body
}

/**
 * Returns the body with current ids, without roles and channels that do not exist: Discord refuses the whole request
 * for a single one of them.
 */
function withoutDead(
  body: Record<string, unknown>,
  { guild, ids }: Pick<RequestPlace, 'guild' | 'ids'>,
): Record<string, unknown> {
  // A record stays a record.
  return withoutDeleted(withIdsReplaced(body, ids.now) as Record<string, unknown>, {
    hasRole: id => guild.roles.cache.has(id) || ids.isFresh(id),
    hasChannel: id => guild.channels.cache.has(id) || ids.isFresh(id),
  })
}
