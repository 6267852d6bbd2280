import type { Reply } from '#contract'
import { UserError } from '#kit/errors.ts'
import type { RouteContext } from '#kernel/feature.ts'
import type automod from '../contract.ts'
import { triedWords } from '../text/listed-words.ts'
import { exemptionContext, exemptionReason, protectedAs } from '../message/exemption.ts'
import { factsOf, additionalTexts } from '../message/facts.ts'
import { withDraftSettings } from './draft-settings.ts'
import { isModerated } from '../listeners/messages.ts'
import { createRecentMessages, noRates } from '../message/recent-messages.ts'
import { verdictsOn } from './verdicts.ts'

/** The most places of evidence that are shown for one message. */
const maxEvidence = 10

/** Judges the last messages of a channel in the order they were posted. Changes nothing. */
export async function replay(
  ctx: RouteContext<typeof automod, typeof automod.endpoints.replay>,
): Promise<Reply<typeof automod.endpoints.replay>> {
  const { body, guild } = ctx
  const own = await withDraftSettings(ctx, body.settings)
  const channel = guild.channels.cache.get(body.channelId)
  const { me } = guild.members
  if (!channel?.isTextBased() || !me || !channel.permissionsFor(me).has(['ViewChannel', 'ReadMessageHistory'])) {
    const sentence = 'I cannot read that channel. Choose one where I have View Channel and Read Message History.'
    throw new UserError('automod.unreadable', sentence, 400, { channelId: sentence })
  }
  const limit = body.limit ?? 100
  const last = await ctx.askDiscord({
    guildId: guild.id,
    key: `automod.last-messages.${channel.id}.${limit}`,
    ttlMs: 2000,
    ask: () => channel.messages.fetch({ limit }),
  })
  const fetched = [...last.values()].filter(isModerated).toReversed()
  const memory = createRecentMessages()
  const posts = fetched.map(message => ({ message, facts: factsOf(message) }))
  const texts = posts.flatMap(({ facts }) => [facts.text, ...additionalTexts(facts, own)])
  const words = await triedWords(ctx, guild.id, own.words, texts, maxEvidence)
  const hits: Reply<typeof automod.endpoints.replay>['hits'] = []
  for (const { message, facts } of posts) {
    const rates = own.antiSpam ? memory.note(facts, own) : noRates
    const { verdicts } = await verdictsOn(ctx, { facts, own, rates, words, maxEvidence })
    const found = verdicts.filter(({ state }) => state === 'hit')
    if (found.length === 0) continue
    hits.push({
      messageId: message.id,
      author: { id: message.author.id, name: message.author.tag },
      at: message.createdTimestamp,
      content: facts.text,
      exempt: exemptionReason(
        exemptionContext(message.channel, message.member, protectedAs(ctx, guild, message.author.id)),
        own,
      ),
      verdicts: found,
    })
  }
  return { judged: fetched.length, hits }
}
