import { hasModlog } from '#features/moderation/public.ts'
import { UserError } from '#kit/errors.ts'
import { type CommandContext, type CommandGroup, command, option } from '#kernel/feature.ts'
import { colours, success } from '#kit/notices.ts'
import { cut, inert, safeEcho } from '#kit/template.ts'
import automod from '../contract.ts'
import type { Word } from '../text/contract.ts'

const here = command<typeof automod>()
type Ctx = CommandContext<typeof automod>

const author = ({ member }: Ctx) => ({ userId: member.id, via: 'command' })
const alone = { ephemeral: true }
const state = option.choice('on or off', ['on', 'off'])

/** A reminder that the main switch is off, without which nothing is moderated. */
export const reminder = ({ own, written }: Ctx): string =>
  own.enabled ? '' : ` Auto-moderation itself is off: \`${written('automod on')}\` switches it on.`

const ghostping = here({
  description: 'Sets whether deleted messages that mentioned somebody are logged',
  options: { state },
  run(ctx, { state: chosen }) {
    ctx.save({ antiGhostping: chosen === 'on' }, author(ctx))
    if (chosen === 'off') return ctx.reply(success(`Ghost pings are not logged.${reminder(ctx)}`), alone)
    const log = hasModlog(ctx, ctx.guild)
      ? 'They are posted to the moderation log.'
      : `There is no moderation log to post them in: \`${ctx.written('modlog set')}\` chooses one.`
    return ctx.reply(success(`Ghost pings are logged. ${log}${reminder(ctx)}`), alone)
  },
})

const spam = here({
  description: 'Sets whether messages that come too fast or repeat are deleted',
  options: {
    state,
    duplicates: option.integer('how often the same may be posted', { min: 1, max: 10, optional: true }),
  },
  examples: ['on', 'on 3'],
  run(ctx, { state: chosen, duplicates }) {
    const { spamMessages, spamSeconds, maxDuplicated } = ctx.save(
      { antiSpam: chosen === 'on', maxDuplicated: duplicates },
      author(ctx),
    )
    const limits = `more than ${spamMessages} messages in ${spamSeconds} seconds, or the same more than ${maxDuplicated} times`
    return ctx.reply(
      success(chosen === 'on' ? `I delete spam: ${limits}.${reminder(ctx)}` : 'I no longer look for spam.'),
      alone,
    )
  },
})

const massmention = here({
  description: 'Sets whether messages with too many mentions are deleted',
  options: {
    state,
    threshold: option.integer('how many may be mentioned', { min: 1, max: 20, optional: true, counted: ['mentions'] }),
  },
  examples: ['on 5'],
  run(ctx, { state: chosen, threshold }) {
    const { maxMentions } = ctx.save({ antiMassmention: chosen === 'on', maxMentions: threshold }, author(ctx))
    const on = `I delete messages that mention more than ${maxMentions} members and roles.${reminder(ctx)}`
    return ctx.reply(
      success(chosen === 'on' ? on : 'Messages may mention as many members and roles as they like.'),
      alone,
    )
  },
})

/** `/…/` is a pattern, a `*` at either end makes a wildcard, and anything else is a word. */
function wordFrom(text: string): Word {
  const pattern = /^\/(?<inside>.+)\/$/.exec(text)?.groups?.['inside']
  if (pattern !== undefined) return { pattern, kind: 'regex' }
  return { pattern: text, kind: /^\*|\*$/.test(text) ? 'wildcard' : 'word' }
}

const shown = ({ pattern, kind }: Word) => (kind === 'regex' ? `/${pattern}/` : pattern)

function listWords({ own, reply }: Ctx) {
  const lines = own.words.map(word => `- ${inert(shown(word))}`)
  const description = lines.length > 0 ? cut(lines.join('\n'), 4000) : 'No words are listed.'
  return reply({ embeds: [{ color: colours.brand, title: 'Words and patterns', description }] }, alone)
}

async function addWord(ctx: Ctx, word: Word) {
  if (ctx.own.words.some(({ pattern, kind }) => pattern === word.pattern && kind === word.kind))
    throw new UserError('automod.listed', 'That is listed already.')
  await ctx.change(own => ({ words: [...own.words, word] }), author(ctx))
  return ctx.reply(success(`Messages with ${safeEcho(shown(word))} are deleted.${reminder(ctx)}`), alone)
}

function removeWord(ctx: Ctx, text: string) {
  const left = ctx.own.words.filter(word => shown(word) !== text && word.pattern !== text)
  if (left.length === ctx.own.words.length)
    throw new UserError('automod.not-listed', `${safeEcho(text)} is not listed.`)
  ctx.save({ words: left }, author(ctx))
  return ctx.reply(success(`${safeEcho(text)} may be written again.`), alone)
}

const words = here({
  description: 'Adds, removes or lists words that are deleted',
  options: {
    what: option.choice('what to do', ['add', 'remove', 'list']),
    word: option.rest('a word, a wildcard like *word*, or a /pattern/', { optional: true }),
  },
  examples: ['add spam', 'add free*', 'remove spam', 'list'],
  run(ctx, { what, word: typed = '' }) {
    const text = typed.trim()
    if (what === 'list') return listWords(ctx)
    if (text === '') throw new UserError('automod.word', 'Name the word or pattern.')
    if (what === 'remove') return removeWord(ctx, text)
    const word = wordFrom(text)
    // The commas would become part of a single word.
    if (word.kind !== 'regex' && text.includes(','))
      throw new UserError(
        'automod.several',
        'Add one word or phrase at a time. A phrase with a comma in it is added on the dashboard.',
      )
    return addWord(ctx, word)
  },
})

export const anti: CommandGroup<typeof automod> = {
  description: 'Sets up what I look for in messages',
  relatedWords: ['antispam', 'antiraid', 'badwords', 'bannedwords', 'wordfilter', 'censor', 'blacklist'],
  needs: ['ManageGuild'],
  always: true,
  subcommands: { ghostping, spam, massmention, words },
  synonyms: {
    ghostpings: 'ghostping',
    mention: 'massmention',
    mentions: 'massmention',
    massmentions: 'massmention',
    word: 'words',
    badwords: 'words',
  },
}
