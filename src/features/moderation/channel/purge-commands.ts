import { type GuildTextBasedChannel, Routes, type User } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { discordNow } from '#kit/discord-time.ts'
import { type CommandContext, command, option } from '#kernel/feature.ts'
import { success } from '#kit/notices.ts'
import { inert, safeEcho } from '#kit/template.ts'
import { formatCount } from '#kit/numbers.ts'
import { auditReason } from '../audit-log/reason.ts'
import type moderation from '../contract.ts'
import { carryOut, caseSentence } from '../acts/carry-out.ts'
import { inSubjectQueue } from '../acts/settle-pending.ts'
import { commandAttribution } from '../modlog/log-case.ts'
import {
  candidateOf,
  contains,
  everything,
  hasAttachment,
  hasLink,
  isAutomatic,
  isBy,
  type Matches,
  oldestDeletable,
  selectMessages,
} from './purge-selection.ts'

const here = command<typeof moderation>()
type Context = CommandContext<typeof moderation>

/**
 * Together with the command's message this makes one bulk deletion, which takes at most 100: all are deleted, or none.
 */
const most = 99
const usual = 10

const perPage = 100
/** How far back a channel is searched; each page is a request, and Discord allows about one per second. */
const pagesSearched = 50

/** How long the reply with the count stays after a typed command. */
const shownForMs = 5_000

/** Channels in which a purge is running: a second one would count the same messages again. */
const busy = new WeakSet<GuildTextBasedChannel>()

type Ending = 'enough' | 'too old' | 'channel ended' | 'searched enough'

/** Searches backward from the command until there are enough messages; later messages are not touched. */
async function find(
  { channel, callId, client, now }: Context,
  wanted: number,
  matches: Matches,
): Promise<{ ids: string[]; ending: Ending }> {
  const oldest = oldestDeletable(discordNow({ client, now }))
  const ids: string[] = []
  let before = callId
  for (let page = 0; page < pagesSearched; page += 1) {
    const messages = [...(await channel.messages.fetch({ limit: perPage, before })).values()]
    const selected = selectMessages(messages.map(candidateOf), { wanted: wanted - ids.length, oldest, matches })
    ids.push(...selected.ids)
    if (ids.length === wanted) return { ids, ending: 'enough' }
    if (selected.tooOld) return { ids, ending: 'too old' }
    const last = messages.at(-1)
    if (!last || messages.length < perPage) return { ids, ending: 'channel ended' }
    before = last.id
  }
  return { ids, ending: 'searched enough' }
}

const remove = ({ client, channel }: Context, ids: readonly string[], reason: string): Promise<unknown> =>
  ids.length === 1
    ? client.rest.delete(Routes.channelMessage(channel.id, ids[0] ?? ''), { reason })
    : client.rest.post(Routes.channelBulkDelete(channel.id), { body: { messages: ids }, reason })

const limits: Record<Ending, string> = {
  enough: '',
  'channel ended': 'There are no more like that here.',
  'too old': 'The rest are older than two weeks: Discord does not allow deleting those in bulk.',
  'searched enough': `I looked through the last ${formatCount(perPage * pagesSearched, 'message')}.`,
}

const matching = (count: number, what: string) => `${formatCount(count, 'message')}${what}`

/**
 * Deletes the newest messages that match, and records that as a case.
 * @param what describes them, to be added after 'messages': ' with links'
 * @param target the author of the messages, if the purge is limited to one
 */
async function purge(ctx: Context, amount: number, what: string, matches: Matches, target?: User): Promise<void> {
  const { channel, callId, source, guild, log } = ctx
  if (busy.has(channel))
    throw new UserError('moderation.purging', 'A purge is running here. Wait until it is done.', 409)
  busy.add(channel)
  try {
    if (source === 'slash') await ctx.defer({ ephemeral: true })
    // Settles what an earlier purge left open. The queue is not held during the search, so that a lock need not wait
    // for that.
    await inSubjectQueue(ctx, guild, channel.id, () => Promise.resolve())
    const { ids, ending } = await find(ctx, amount, matches)
    const rest = limits[ending]
    if (ids.length === 0)
      throw new UserError(
        'moderation.nothing-to-purge',
        `I found nothing to delete: no messages${what}. Pinned messages stay. ${rest}`,
      )
    const act = {
      ...commandAttribution(ctx),
      kind: 'purge' as const,
      channel,
      count: ids.length,
      ...(target ? { target: { id: target.id, name: target.tag } } : { detail: matching(ids.length, what) }),
      auditReason: auditReason(`Purge of ${matching(ids.length, what)}`, commandAttribution(ctx).moderator),
      wanted: ids[0],
    }
    const { recorded } = await inSubjectQueue(ctx, guild, channel.id, () =>
      carryOut(ctx, guild, act, why => remove(ctx, source === 'prefix' ? [callId, ...ids] : ids, why)),
    )
    const unstored = recorded ? '' : ` ${caseSentence(null)}`
    const reply = await ctx.reply(success(`Deleted ${matching(ids.length, what)}. ${rest}`.trimEnd() + unstored), {
      ephemeral: true,
    })
    // If the process ends before that, the reply with the count stays, which does no harm.
    if (source === 'prefix')
      setTimeout(() => {
        reply
          .delete()
          .catch((err: unknown) => log.debug({ err, guildId: guild.id }, 'the reply with the count was not deleted'))
      }, shownForMs).unref()
  } finally {
    busy.delete(channel)
  }
}

/** `/purge bots`: the slash form of `.purgebots`. */
const purging = { name: 'purge', description: 'Deletes many messages at once; pinned ones stay' }

const rights = {
  needs: ['ManageMessages', 'ReadMessageHistory'],
  botNeeds: ['ManageMessages', 'ReadMessageHistory'],
} as const

const counted = ['message', 'messages', 'msg', 'msgs']
const howMany = option.integer(`how many, at most ${most}; ${usual} by default`, {
  optional: true,
  min: 1,
  max: most,
  counted,
})

/** All commands that delete many messages at once. Pinned messages and the command itself are not counted. */
export const purgeCommands = {
  purge: here({
    ...rights,
    description: 'Deletes the newest messages here; pinned ones stay',
    aliases: ['clear', 'prune', 'bulkdelete'],
    // In other bots these words delete only the messages of bots.
    relatedWords: ['clean', 'cleanup'],
    slash: { root: purging, name: 'all' },
    options: {
      amount: {
        ...option.integer(`how many, at most ${most}`, { min: 1, max: most, counted }),
        instead: `At most ${most} go at once: \`{prefix}purge ${most}\`. \`{prefix}purge user\`, \`bots\`, \`links\`, \`attachments\` and \`token\` delete only such messages.`,
      },
    },
    examples: ['20'],
    run: (ctx, { amount }) => purge(ctx, amount, '', everything),
  }),
  purgeattach: here({
    ...rights,
    description: 'Deletes the newest messages with attachments',
    slash: { root: purging, name: 'attachments' },
    aliases: ['purgeattachment', 'purgeattachments', 'purgefiles'],
    // In other bots this word spares files that are no pictures.
    relatedWords: ['purgeimages'],
    options: { amount: howMany },
    examples: ['20'],
    run: (ctx, { amount = usual }) => purge(ctx, amount, ' with attachments', hasAttachment),
  }),
  purgebots: here({
    ...rights,
    description: 'Deletes the newest messages by bots and webhooks',
    slash: { root: purging, name: 'bots' },
    aliases: ['purgebot'],
    relatedWords: ['clean', 'cleanup'],
    options: { amount: howMany },
    examples: ['20'],
    run: (ctx, { amount = usual }) => purge(ctx, amount, ' by bots', isAutomatic),
  }),
  purgelinks: here({
    ...rights,
    description: 'Deletes the newest messages with links',
    slash: { root: purging, name: 'links' },
    aliases: ['purgelink'],
    options: { amount: howMany },
    examples: ['20'],
    run: (ctx, { amount = usual }) => purge(ctx, amount, ' with links', hasLink),
  }),
  purgetoken: here({
    ...rights,
    description: 'Deletes the newest messages that contain a text, in any case',
    slash: { root: purging, name: 'token' },
    aliases: ['purgecontains', 'purgematch', 'purgetext'],
    options: { token: option.text('the text; in quotes when it has spaces', { max: 100 }), amount: howMany },
    examples: ['giveaway', '"free nitro" 50'],
    run: (ctx, { token, amount = usual }) => purge(ctx, amount, ` with “${safeEcho(token)}”`, contains(token)),
  }),
  purgeuser: here({
    ...rights,
    description: 'Deletes the newest messages of somebody, even if they have left',
    slash: { root: purging, name: 'user' },
    aliases: ['purgeusers'],
    options: { user: option.user('whose messages: a mention, a name or an ID'), amount: howMany },
    examples: ['@jun_tan', '123456789012345678 50'],
    run: (ctx, { user, amount = usual }) => purge(ctx, amount, ` by ${inert(user.tag)}`, isBy(user.id), user),
  }),
}
