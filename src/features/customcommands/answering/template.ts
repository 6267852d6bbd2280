import { type EmbedDraft, emptyMessage, type MessageDraft } from '#kit/message/contract.ts'
import { charactersOf, limits, problemsOf } from '#kit/message/limits/contract.ts'
import { addressProblem } from '#kit/message/limits/rules/contract.ts'
import { fillText } from '#kit/message/text/template.ts'
import {
  commonValues,
  cut,
  inert,
  trusted,
  type MemberFacts,
  type ServerFacts,
  type TemplateValues,
} from '#kit/template.ts'
import { type Argument, mostArguments, partProblem } from '../design/contract.ts'

/** Fills in answers. It depends on no service, so that a preview in the browser shows exactly what is sent. */

/** A call, as templates see it. */
export interface CallFacts {
  member: MemberFacts
  server: ServerFacts
  channel: { id: string; name: string }
  /** The command as typed, with its prefix: '.hug'. */
  command: string
  /** How often it was used, including this time. */
  uses: number
  /** Everything typed after it. */
  typed: string
  /** The same, word by word; undefined for words that were left out. */
  words: readonly (string | undefined)[]
  arguments: readonly Argument[]
  /** The name to show for a mention where Discord does not draw one: '@Mara'. */
  nameOf(kind: '@' | '@&' | '#', id: string): string
}

type Surface = 'marked' | 'plain' | 'address'

/** Mentions and emoji, which are harmless: Discord is told separately who may be pinged. */
const drawn = /(<(?:@[!&]?|#)\d{17,20}>|<a?:\w{2,32}:\d{17,20}>)/

/**
 * Makes what a member typed harmless: mentions and emoji are drawn, or replaced by names where Discord does not draw
 * them.
 */
function harmless(text: string, surface: Surface, nameOf: CallFacts['nameOf']): string {
  if (surface === 'address') return encodeURIComponent(text.toWellFormed())
  return text
    .split(drawn)
    .map(part => {
      if (!drawn.test(part)) return inert(part)
      if (surface === 'marked') return part
      const [, sign = '', id = ''] = /^<(@&|@|#)!?(\d+)>$/.exec(part) ?? []
      if (sign === '@' || sign === '@&' || sign === '#') return inert(nameOf(sign, id))
      return /:(\w+):/.exec(part)?.[0] ?? ''
    })
    .join('')
}

/** Encodes values for use inside a URL, except pictures, which are URLs already. */
const encoded = (values: TemplateValues): TemplateValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const text = typeof value === 'object' ? value.trusted : String(value)
      const isAddress = /\.(?:avatar|icon)$/.test(name)
      return [name, trusted(isAddress ? text : encodeURIComponent(text.toWellFormed()))]
    }),
  )

/** The values that do not depend on what was typed. */
function placeValues({ member, server, channel, command, uses }: CallFacts, surface: Surface): TemplateValues {
  const mention = surface === 'marked' ? trusted(`<#${channel.id}>`) : `#${channel.name}`
  const known: TemplateValues = {
    ...commonValues(member, server, surface === 'marked' ? 'marked' : 'plain'),
    channel: mention,
    'channel.mention': mention,
    'channel.name': channel.name,
    'channel.id': channel.id,
    command,
    uses,
  }
  return surface === 'address' ? encoded(known) : known
}

function valuesOf(facts: CallFacts, surface: Surface): TemplateValues {
  const { typed, words, nameOf } = facts
  const base = placeValues(facts, surface)
  const theirs = (text: string) => trusted(harmless(text, surface, nameOf))
  // The fallback for a missing word was written by the answer's author: its placeholders are filled in once, like the
  // rest.
  const places = Array.from({ length: mostArguments }, (_, at) => {
    const word = words[at]
    const value = word === undefined ? trusted(fillText(facts.arguments[at]?.fallback ?? '', base)) : theirs(word)
    return [String(at + 1), value] as const
  })
  return { ...base, args: theirs(typed), ...Object.fromEntries(places) }
}

interface Fills {
  /** For text where Discord draws mentions and timestamps. */
  marked(text: string, max: number): string
  plain(text: string, max: number): string
  address(url: string, use: 'page' | 'picture'): string
}

const mappedEmbed = (embed: EmbedDraft, { marked, plain, address }: Fills): EmbedDraft => ({
  ...embed,
  title: plain(embed.title, limits.title),
  description: marked(embed.description, limits.description),
  url: address(embed.url, 'page'),
  author: {
    name: plain(embed.author.name, limits.author),
    url: address(embed.author.url, 'page'),
    icon_url: address(embed.author.icon_url, 'picture'),
  },
  footer: { text: plain(embed.footer.text, limits.footer), icon_url: address(embed.footer.icon_url, 'picture') },
  image: { url: address(embed.image.url, 'picture') },
  thumbnail: { url: address(embed.thumbnail.url, 'picture') },
  fields: embed.fields.map(field => ({
    ...field,
    name: plain(field.name, limits.fieldName),
    value: marked(field.value, limits.fieldValue),
  })),
})

const mapped = (draft: MessageDraft, fills: Fills): MessageDraft => ({
  ...draft,
  content: fills.marked(draft.content, limits.content),
  embeds: draft.embeds.map(embed => mappedEmbed(embed, fills)),
})

/** Drops the parts of an embed that are empty: Discord refuses an author picture without a name, and empty fields. */
function kept(embed: EmbedDraft): EmbedDraft {
  const { author, footer, fields } = embed
  return {
    ...embed,
    author: author.name.trim() === '' ? { name: '', url: '', icon_url: '' } : author,
    footer: footer.text.trim() === '' ? { text: '', icon_url: '' } : footer,
    fields: fields.filter(({ name, value }) => name.trim() !== '' && value.trim() !== ''),
  }
}

const isThere = (embed: EmbedDraft): boolean =>
  charactersOf(embed) > 0 || embed.image.url !== '' || embed.thumbnail.url !== ''

const valuesFor = (facts: CallFacts) => ({
  marked: valuesOf(facts, 'marked'),
  plain: valuesOf(facts, 'plain'),
  address: valuesOf(facts, 'address'),
})

/**
 * An answer ready to send: placeholders are filled in a single pass, so that typed text is never read as one. Texts
 * that exceed Discord's limits are cut; URLs that became invalid, and parts that became empty, are left out.
 */
export function filledAnswer(draft: MessageDraft, facts: CallFacts): MessageDraft {
  const { marked, plain, address } = valuesFor(facts)
  const filled = mapped(draft, {
    marked: (text, max) => cut(fillText(text, marked), max),
    plain: (text, max) => cut(fillText(text, plain), max),
    address(url, use) {
      const filledUrl = fillText(url, address).trim()
      return addressProblem(filledUrl, '', use) === undefined ? filledUrl : ''
    },
  })
  return { ...filled, embeds: filled.embeds.map(kept).filter(isThere) }
}

/** An answer for validation while it is being written: nothing is cut or left out, so that mistakes show. */
export function judgedAnswer(draft: MessageDraft, facts: CallFacts): MessageDraft {
  const { marked, plain, address } = valuesFor(facts)
  return mapped(draft, {
    marked: text => fillText(text, marked),
    plain: text => fillText(text, plain),
    address: url => fillText(url, address),
  })
}

/** The names of the placeholders in an answer, without braces. */
export const fillsOf = (facts: CallFacts): readonly string[] => Object.keys(valuesOf(facts, 'marked'))
/** The names of the placeholders in a word's fallback, without braces. */
export const wordFills = (facts: CallFacts): readonly string[] => Object.keys(placeValues(facts, 'marked'))

/** The texts of an answer in which placeholders are filled in. */
export function fillable({ content, embeds }: MessageDraft): readonly string[] {
  const texts: string[] = []
  const collect = (text: string) => {
    texts.push(text)
    return text
  }
  mapped({ ...emptyMessage, content, embeds }, { marked: collect, plain: collect, address: collect })
  return texts
}

/**
 * The problems of answers, by the path of the field; the page shows them, and the server refuses to save. If there are
 * several answers, each problem names its answer.
 */
export const answerProblems = (answers: readonly MessageDraft[], facts: CallFacts): Record<string, string> =>
  Object.fromEntries(
    answers
      .flatMap((answer, at): [field: string, sentence: string][] => {
        const own = answers.length === 1 ? [] : [`Answer ${at + 1}`]
        const part = partProblem(answer)
        if (part !== undefined) return [[`answers.${at}`, [...own, part].join(': ')]]
        return problemsOf(judgedAnswer(answer, facts)).map(({ path, place, sentence }) => [
          `answers.${at}.${path}`,
          `${[...own, place].join(', ')}: ${sentence}`,
        ])
      })
      .toReversed(),
  )

/** An answer for a direct message, with a last line that names the server, since the bot is in many. */
export function withOrigin(draft: MessageDraft, server: ServerFacts): MessageDraft {
  const origin = `-# Sent from ${inert(server.name)}`
  const room = limits.content - [...origin].length - 1
  return { ...draft, content: draft.content.trim() === '' ? origin : `${cut(draft.content, room)}\n${origin}` }
}

/** Sample words for validation and the preview: the names of the words. */
export const sampleWords = (list: readonly Argument[]): { typed: string; words: string[] } => {
  const words = Array.from({ length: mostArguments }, (_, at) => list[at]?.name ?? `word${at + 1}`)
  const known = list.length === 0 ? words.slice(0, 1) : words.slice(0, list.length)
  return { typed: known.join(' '), words }
}
/** The placeholders about a call, in addition to those about members and servers. */
export const callPlaceholders = ['{args}', '{channel}', '{channel.name}', '{command}', '{uses}'] as const
