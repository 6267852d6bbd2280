import { z } from 'zod'
import { contract, endpoint, field, file, entriesDescribedAs, pressKey, settingsForm } from '#contract'
import { moreEmbeds } from '#kit/message/contract.ts'
import { commonNames } from '#kit/template.ts'

export const kinds = ['welcome', 'farewell'] as const
export type GreetingKind = (typeof kinds)[number]

export const titles = { welcome: 'Welcome', farewell: 'Farewell' } as const satisfies Record<GreetingKind, string>

/** The twelve colors to choose from, with the names that commands accept. */
export const presetColours = [
  { name: 'blue', value: '#068ADD' },
  { name: 'blurple', value: '#5865F2' },
  { name: 'green', value: '#57F287' },
  { name: 'pink', value: '#EB459E' },
  { name: 'red', value: '#ED4245' },
  { name: 'yellow', value: '#FEE75C' },
  { name: 'orange', value: '#EB8634' },
  { name: 'purple', value: '#9B59B6' },
  { name: 'white', value: '#FFFFFF' },
  { name: 'black', value: '#000000' },
  { name: 'navy', value: '#2C3E50' },
  { name: 'slate', value: '#34495E' },
] as const

export const greetingTypes = [
  { value: 'message', label: 'Message' },
  { value: 'embed', label: 'Embed' },
  { value: 'both', label: 'Message and embed' },
] as const
export type GreetingType = (typeof greetingTypes)[number]['value']

/** Placeholders about the invitation, in addition to those about the member and the server. */
export const inviterNames = ['inviter', 'inviter.name', 'inviter.tag', 'invites'] as const
/** The placeholders of a greeting's texts, without braces. */
export const fills = [...commonNames, ...inviterNames]

/** The longest URL of an image that Discord accepts in an embed. */
const longestAddress = 2048

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** Placeholders whose values are images. */
const picture = /\{(?:member[.:]avatar|server[.:]icon)\}/gi

/** The URL of an image, or a placeholder for one; empty for none. */
export const pictureField = (label: string, place: { shown?: string; postedIn?: string } = {}) =>
  field
    .text(label, {
      ...place,
      fills,
      max: longestAddress,
      placeholder: 'https://',
      help: 'An http or https address, {member.avatar} or {server.icon}',
    })
    .refine(value => value === '' || isWebAddress(value.replace(picture, 'https://example.org/picture')), {
      message: 'Please enter a valid URL that begins with http:// or https://.',
    })

/** The parts of the first embed that have no field above, and further embeds. */
export const embedsField = (label: string, place: { shown?: string; postedIn?: string } = {}) =>
  entriesDescribedAs(
    field.drawn(moreEmbeds, label, place),
    ({ title, description, fields }) => title || description || fields.map(({ name }) => name).join(', ') || 'Embed',
  )

/** The settings of one greeting. Limits are Discord's: content 2000, title and author 256, footer 2048. */
function fieldsOf(kind: GreetingKind) {
  const title = titles[kind]
  const named = (path: string) => ({ shown: `${kind}.${path}` })
  const at = (path: string) => ({ ...named(path), postedIn: `${kind}_channel` })
  const text = (path: string) => ({ ...at(path), fills })
  return {
    enabled: field.toggle(`${title} Messages`, at('enabled')),
    channel: field.channel(`${title} channel`, { posts: true, ...named('channel') }).nullable(),
    content: field.message(`${title} message`, { ...text('content'), escaped: true }),
    type: field.choice(`${title} is sent as`, greetingTypes, at('type')),
    embed_title: field.text(`${title} embed title`, { max: 256, ...text('embed.title') }),
    embed_description: field.message(`${title} embed description`, { ...text('embed.description'), escaped: true }),
    embed_color: field.colour(`${title} embed color`, at('embed.color')),
    embed_thumbnail: field.toggle(`${title} thumbnail`, {
      help: 'Show member avatar as thumbnail',
      ...at('embed.thumbnail'),
    }),
    embed_footer: field.text(`${title} embed footer`, { max: 2048, ...text('embed.footer') }),
    embed_image: pictureField(`${title} embed image URL`, at('embed.image')),
    embed_author_name: field.text(`${title} embed author name`, { max: 256, ...text('embed.author.name') }),
    embed_author_iconURL: pictureField(`${title} embed author icon URL`, at('embed.author.iconURL')),
    embed_more: embedsField(`${title} embeds, further parts`, at('embed.more')),
    card: field.toggle(`${title} card`, {
      help: 'Attach a picture with the name and avatar of the member.',
      ...at('card'),
    }),
    bots: field.toggle(`${title} for bots`, { help: 'Also when a bot is added or removed.', ...at('bots') }),
  }
}
type Fields = ReturnType<typeof fieldsOf>
type Values = { [N in keyof Fields]: z.output<Fields[N]> }

const common = {
  enabled: false,
  channel: null,
  type: 'both',
  embed_thumbnail: true,
  embed_image: '',
  embed_author_name: '',
  embed_author_iconURL: '',
  embed_more: [],
  card: false,
  bots: true,
} satisfies Partial<Values>

const defaults: Record<GreetingKind, Values> = {
  welcome: {
    ...common,
    content: 'Welcome {member.mention} to {server.name}!',
    embed_title: 'Welcome!',
    embed_description: 'We hope you enjoy your stay here!',
    embed_color: '#068ADD',
    embed_footer: 'Joined {server.name}',
  },
  farewell: {
    ...common,
    content: '{member.tag} has left the server 👋',
    embed_title: 'Goodbye!',
    embed_description: 'We hope to see you again soon!',
    embed_color: '#ED4245',
    embed_footer: 'Left {server.name}',
  },
}

type Keyed<K extends GreetingKind, F> = { [N in keyof F & string as `${K}_${N}`]: F[N] }
type WithDefaults = { [N in keyof Fields]: z.ZodDefault<Fields[N]> }

/** Settings are stored under the names that the forms post: `welcome_embed_title`. */
const settingsOf = <const K extends GreetingKind>(kind: K) =>
  z.object(
    Object.fromEntries(
      Object.entries(fieldsOf(kind)).map(([name, schema]) => [
        `${kind}_${name}`,
        (schema as z.ZodType).default(defaults[kind][name as keyof Values]),
      ]),
    ) as unknown as Keyed<K, WithDefaults>,
  )

const welcome = settingsOf('welcome').extend({
  welcome_ping: field
    .toggle('Welcome notifies', {
      help: '{member.mention} notifies the new member, and nobody else.',
      shown: 'welcome.ping',
      postedIn: 'welcome_channel',
    })
    .default(true),
})
const farewell = settingsOf('farewell')

const address = '/guild/:guildId/greeting'
const under = 'settings'

const greetings = contract('greetings', {
  title: 'Greetings',
  summary: 'Messages that greet members when they join and when they leave.',
  words: ['goodbye', 'leave message', 'join message', 'farewell', 'greeting', 'welcomer'],
  icon: 'door-open',
  uses: ['invites'],
  docs: 'Admin and Configuration',
  page: { path: 'welcome', name: 'Welcome Configuration', area: 'BESIC FEATURES', order: 3 },
  front: {
    order: 4,
    title: 'Welcome and farewell',
    text: 'Text, embed or both, previewed exactly as Discord will show it before anyone else sees it.',
  },
  settings: welcome.extend(farewell.shape),
  endpoints: {
    preview: endpoint({
      summary: 'Sends the saved welcome or farewell message to its channel, as if the caller had joined or left.',
      method: 'POST',
      path: `${address}/preview`,
      needs: 'manage',
      body: z.strictObject({ type: z.enum(kinds), key: pressKey.optional() }),
      reply: z.object({ message: z.string() }),
    }),
    card: endpoint({
      summary: 'Draws the card of a greeting about the caller, for previews.',
      method: 'GET',
      path: `${address}/card`,
      needs: 'view',
      query: z.object({ kind: z.enum(kinds), colour: field.colour('The color') }),
      reply: file('image/png'),
    }),
    inviter: endpoint({
      summary: 'Returns who invited the caller to the server, as greetings name them.',
      method: 'GET',
      path: `${address}/inviter`,
      needs: 'view',
      reply: z.object({ name: z.string(), tag: z.string(), invites: z.number() }),
    }),
  },
  forms: {
    welcome: settingsForm({
      summary: 'Saves the welcome message.',
      address,
      under,
      flag: 'welcomeUpdate',
      settings: welcome,
    }),
    farewell: settingsForm({
      summary: 'Saves the farewell message.',
      address,
      under,
      flag: 'farewellUpdate',
      settings: farewell,
    }),
    welcomeOff: settingsForm({
      summary: 'Switches the welcome message off.',
      address,
      under,
      flag: 'welcomeDisable',
    }),
    farewellOff: settingsForm({
      summary: 'Switches the farewell message off.',
      address,
      under,
      flag: 'farewellDisable',
    }),
  },
})
export default greetings

/** One of the two greetings from the settings, in the form that GET shows and that messages are made from. */
export function greetingOf(own: z.output<typeof greetings.settings>, kind: GreetingKind) {
  return {
    enabled: own[`${kind}_enabled`],
    channel: own[`${kind}_channel`],
    content: own[`${kind}_content`],
    type: own[`${kind}_type`],
    embed: {
      title: own[`${kind}_embed_title`],
      description: own[`${kind}_embed_description`],
      color: own[`${kind}_embed_color`],
      thumbnail: own[`${kind}_embed_thumbnail`],
      footer: own[`${kind}_embed_footer`],
      image: own[`${kind}_embed_image`],
      author: { name: own[`${kind}_embed_author_name`], iconURL: own[`${kind}_embed_author_iconURL`] },
      more: own[`${kind}_embed_more`],
    },
    card: own[`${kind}_card`],
    bots: own[`${kind}_bots`],
  }
}
export type Greeting = ReturnType<typeof greetingOf>
