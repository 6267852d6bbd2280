import { z } from 'zod'
import { channelId, limited, postedOf, roleId } from '#contract'
import {
  actionKind,
  type ActionName,
  actions,
  asksKnown,
  conditionKind,
  type ConditionName,
  conditions,
  texts,
  type Trigger,
  triggerKind,
  triggers,
  type Unit,
  units,
  type Writer,
  writers,
} from './kinds/contract.ts'

/** The kind under which automations are recorded in the server's history. */
export const automationsNoted = 'automations'

export const most = { automations: 25, conditions: 10, actions: 5, words: 20, wordsInPhrase: 8 } as const
/** The most runs per hour, over all automations of a server, that kick or ban somebody: a mistake must not empty it. */
export const mostRemovals = 10
/** The most runs of one automation per hour. */
export const mostRunsAnHour = 60
/** The longest time (minutes) during which the same member cannot start it again: a day. */
export const longestMemberMinutes = 1440
/** Characters. */
export const longestName = 60
/** Discord's longest timeout, in minutes. */
export const longestTimeout = 40_320

const values = <V extends string>(kinds: readonly { value: V }[]) => kinds.map(({ value }) => value) as [V, ...V[]]
const key = z.string().regex(/^[\w-]{1,16}$/, 'It needs an ID.')

/**
 * Splits a text into comparable words: letters and digits stay together, while any other character, and any letter of a
 * script without spaces, is a word of its own.
 */
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}\p{M}])+|\S/gu

/** The words of a text: 'Two  Chairs!' becomes 'two', 'chairs' and '!'. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    // Invisible characters make no difference between two words.
    .replaceAll(/\u00AD|\uFE0F|[\u200B-\u200D]/g, '')
    .match(wordPattern) ?? []

const phrase = limited(100, 'A phrase').refine(
  value => wordsOf(value).length > 0 && wordsOf(value).length <= most.wordsInPhrase,
  { message: `A phrase has one to ${most.wordsInPhrase} words.` },
)

export const trigger = z.object({
  kind: z.enum(values<Trigger>(triggers)).default('message'),
  /** For messages, reactions and voice; empty for all channels. A channel includes its threads. */
  channels: z.array(channelId).max(50, 'At most 50 channels.').default([]),
  by: z.enum(values<Writer>(writers)).default('people'),
  /** For reactions; empty for all. */
  emojis: z.array(z.string().min(1).max(64)).max(20, 'At most 20 emojis.').default([]),
  /** For roles that are given or taken; empty for all. */
  roles: z.array(roleId).max(25, 'At most 25 roles.').default([]),
})

export const condition = z.object({
  id: key,
  kind: z.enum(values<ConditionName>(conditions)),
  words: z.array(phrase).max(most.words, `At most ${most.words} phrases.`).default([]),
  role_id: roleId.nullable().default(null),
  channels: z.array(channelId).max(50, 'At most 50 channels.').default([]),
  /** A number of characters or members, or the amount of a time span. */
  count: z.int('Enter a whole number.').min(1, 'Enter at least 1.').max(10_000, 'Enter at most 10,000.').default(1),
  unit: z.enum(values<Unit>(units)).default('days'),
})
export type Condition = z.output<typeof condition>

export const action = z.object({
  id: key,
  kind: z.enum(values<ActionName>(actions)),
  channel_id: channelId.nullable().default(null),
  role_id: roleId.nullable().default(null),
  text: limited(2000, 'The text').default(''),
  emoji: z.string().max(64).default(''),
  /** The length of a timeout. */
  minutes: z
    .int('Enter a whole number.')
    .min(1, 'Enter at least a minute.')
    .max(longestTimeout, 'Enter at most 28 days.')
    .default(60),
})
export type Action = z.output<typeof action>

const unique = (list: readonly { id: string }[]) => new Set(list.map(({ id }) => id)).size === list.length

/** The editable part of an automation. */
export const design = z.object({
  name: limited(longestName, 'The name').refine(value => value.trim() !== '', 'An automation needs a name.'),
  trigger: trigger.prefault({}),
  matches: z.enum(['all', 'any']).default('all'),
  conditions: z
    .array(condition)
    .max(most.conditions, `At most ${most.conditions} conditions.`)
    .refine(unique, 'Two conditions have the same ID.')
    .default([]),
  actions: z
    .array(action)
    .max(most.actions, `At most ${most.actions} actions.`)
    .refine(unique, 'Two actions have the same ID.')
    .default([]),
  runs_per_hour: z
    .int('Enter a whole number.')
    .min(1, 'Enter at least 1.')
    .max(mostRunsAnHour, `Enter at most ${mostRunsAnHour}.`)
    .default(mostRunsAnHour),
  /** How long the same member cannot start it again; 0 for no limit. */
  member_minutes: z
    .int('Enter a whole number.')
    .min(0, 'Enter at least 0.')
    .max(longestMemberMinutes, 'Enter at most a day.')
    .default(10),
})
export type Design = z.output<typeof design>

/**
 * The body that edits an automation: a key that is left out keeps its stored value, or gets its default in a new one.
 */
export const postedDesign = postedOf(design)

/** The key of a typed emoji (its id, or the character itself); undefined if it is not an emoji. */
export function emojiKeyOf(typed: string): string | undefined {
  const text = typed.trim()
  const id = /^<a?:\w{2,32}:(\d{17,20})>$/.exec(text)?.[1]
  if (id !== undefined) return id
  const drawn = [text, `${text}\uFE0F`].find(one => /^\p{RGI_Emoji}$/v.test(one))
  return drawn?.replaceAll('\uFE0F', '')
}

function conditionProblem(one: Condition, kind: Trigger): [string, string] | undefined {
  const known = conditionKind(one.kind)
  if (!asksKnown(kind, known))
    return ['kind', `“${triggerKind(kind).label}” says nothing about a ${known.subject.toLowerCase()}. Remove it.`]
  if (known.operand === 'words' && one.words.length === 0) return ['words', 'Add a word or phrase.']
  if (known.operand === 'role' && one.role_id === null) return ['role_id', 'Choose a role.']
  if (known.operand === 'channels' && one.channels.length === 0) return ['channels', 'Choose a channel.']
  return undefined
}

function actionProblem(one: Action, kind: Trigger, before: readonly Action[]): [string, string] | undefined {
  const { takes } = actionKind(one.kind)
  const { about } = triggerKind(kind)
  if (takes !== 'nothing' && !about.includes(takes))
    return [
      'kind',
      takes === 'message' ? 'There is no message then. Remove it.' : 'The member has left by then. Remove it.',
    ]
  if (before.some(earlier => takes !== 'nothing' && actionKind(earlier.kind).ends === takes))
    return ['kind', `The ${takes === 'message' ? 'message' : 'member'} is gone before this. Move it up.`]
  if ((one.kind === 'send' || one.kind === 'copy') && one.channel_id === null)
    return ['channel_id', 'Choose a channel.']
  if ((one.kind === 'give_role' || one.kind === 'take_role') && one.role_id === null)
    return ['role_id', 'Choose a role.']
  if (one.kind === 'react' && emojiKeyOf(one.emoji) === undefined)
    return ['emoji', 'Choose an emoji: one of Discord’s own, or one of this server.']
  const text = texts[one.kind]
  if (text && !text.optional && one.text.trim() === '') return ['text', `Write the ${text.label.toLowerCase()}.`]
  if (text && [...one.text].length > text.max) return ['text', `At most ${text.max} characters.`]
  return undefined
}

/** Why an automation cannot be saved, by the path of the field: the rules that the schema cannot express. */
export function designProblems({ trigger: { kind, emojis }, conditions: asked, actions: done }: Design) {
  const found: Record<string, string> = {}
  for (const [at, emoji] of emojis.entries())
    if (emojiKeyOf(emoji) === undefined) found[`trigger.emojis.${at}`] = `“${emoji}” is not an emoji.`
  for (const [at, one] of asked.entries()) {
    const problem = conditionProblem(one, kind)
    if (problem) found[`conditions.${at}.${problem[0]}`] = problem[1]
  }
  if (done.length === 0) found['actions'] = 'Add an action.'
  for (const [at, one] of done.entries()) {
    const problem = actionProblem(one, kind, done.slice(0, at))
    if (problem) found[`actions.${at}.${problem[0]}`] = problem[1]
  }
  return found
}

export const automationId = z.string().regex(/^[\w-]{1,32}$/, 'An automation needs an ID.')

/** A reason why part of an automation does not work. */
const problem = z.object({
  /** The field it is about: `actions.1.channel_id`, `trigger.channels`. */
  field: z.string(),
  sentence: z.string(),
})
export type AutomationProblem = z.output<typeof problem>

/** An automation as pages show it. */
export const automation = design.extend({
  id: automationId,
  /** Counts saves: posted with an automation, so that nothing is saved over changes by others. */
  revision: z.int(),
  on: z.boolean(),
  /** When it was paused, and what failed; null if it is not paused. */
  paused: z.object({ at: z.number(), problem: z.string() }).nullable(),
  /**
   * The name of the member whose rights it acts with: the last one who saved it or switched it on. Null if they asked
   * to be forgotten.
   */
  saved_by: z.string().nullable(),
  /** The number of runs begun in the last hour, and when the last run began. */
  runs: z.object({ hour: z.int(), last: z.number().nullable() }),
  /** When it last could not start because of its limits. */
  held_at: z.number().nullable(),
  problems: z.array(problem),
})
export type Automation = z.output<typeof automation>
