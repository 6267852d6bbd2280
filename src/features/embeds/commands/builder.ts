import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIEmbed,
  ButtonStyle,
  ComponentType,
  type GuildMember,
  TextInputStyle,
} from 'discord.js'
import { z } from 'zod'
import { readColour } from '#contract'
import { component, type ComponentContext, type Context } from '#kernel/feature.ts'
import { demandInChannel } from '#kernel/rights/channel-rights.ts'
import { UserError } from '#kit/errors.ts'
import { type EmbedDraft, emptyEmbed } from '#kit/message/contract.ts'
import { limits, problemsOf } from '#kit/message/limits/contract.ts'
import { messageAsJson } from '#kit/message/json/writing/contract.ts'
import { colours, success } from '#kit/notices.ts'
import embeds from '../contract.ts'
import { draftOf, type StoredDraft } from '../drafts/rows.ts'
import { deleteDraft, saveDraft } from '../drafts/drafts.ts'
import { filled } from '../posts/prepare.ts'
import { sendMessage } from '../posts/send.ts'
import { targetChannel } from '../posts/target-channel.ts'
import { pingable } from '../posts/pings.ts'

type Ctx = Context<typeof embeds> & { member: GuildMember }
type Pressed = ComponentContext<typeof embeds>

const which = z.object({ draftId: z.string() })
const common = { pressedBy: 'caller', needs: ['ManageMessages'], data: which } as const

/** The embed that the builder edits; a draft that was also changed on the page keeps its other parts. */
const embedOf = ({ message }: StoredDraft): EmbedDraft => message.embeds[0] ?? emptyEmbed

function demandDraft(ctx: Ctx, draftId: string): StoredDraft {
  const draft = draftOf(ctx, ctx.guild.id, draftId)
  if (!draft || draft.ownerId !== ctx.member.id || draft.channelId === null)
    throw new UserError('embeds.no-draft', 'This embed was sent or given up already. Begin again.', 404)
  return draft
}

const button = (style: APIButtonComponent['style'], label: string, custom_id: string, disabled = false) =>
  ({ type: ComponentType.Button, style, label, custom_id, disabled }) as APIButtonComponent

/** Shows the embed so far, with buttons to edit and send it. */
export function builderView(ctx: Ctx, draft: StoredDraft) {
  const { member } = ctx
  const problems = problemsOf(filled(ctx, draft.message))
  const { fields } = embedOf(draft)
  const isEmpty = draft.message.embeds.length === 0
  const data = { draftId: draft.id }
  const row: APIActionRowComponent<APIButtonComponent> = {
    type: ComponentType.ActionRow,
    components: [
      button(ButtonStyle.Primary, isEmpty ? 'Write it' : 'Edit', writeEmbed.id(data, member.id)),
      button(
        ButtonStyle.Secondary,
        'Add field',
        addField.id(data, member.id),
        isEmpty || fields.length >= limits.fields,
      ),
      button(ButtonStyle.Secondary, 'Remove field', removeField.id(data, member.id), fields.length === 0),
      button(ButtonStyle.Success, 'Send', sendEmbed.id(data, member.id), isEmpty || problems.length > 0),
      button(ButtonStyle.Danger, 'Cancel', cancelEmbed.id(data, member.id)),
    ],
  }
  const about = isEmpty
    ? `An embed for <#${draft.channelId}>. Write it, look at it, then send it.`
    : problems.length > 0
      ? `It cannot be sent yet. ${problems[0]?.place}: ${problems[0]?.sentence}`
      : `This is sent to <#${draft.channelId}>.`
  const drawn = (messageAsJson(filled(ctx, draft.message))['embeds'] ?? []) as APIEmbed[]
  const notice: APIEmbed = {
    color: problems.length > 0 && !isEmpty ? colours.warning : colours.brand,
    description: about,
  }
  // An embed that Discord would refuse is not shown, because Discord would refuse this message too.
  return { content: '', embeds: [notice, ...(problems.length > 0 ? [] : drawn.slice(0, 9))], components: [row] }
}

/** Changes the draft's embed, and shows it. */
function change(ctx: Pressed, draft: StoredDraft, patch: Partial<EmbedDraft>): Promise<void> {
  const { name, channelId, sender, postId, revision } = draft
  const list = [{ ...embedOf(draft), ...patch }, ...draft.message.embeds.slice(1)]
  const message = { ...draft.message, embeds: list }
  saveDraft(ctx, { id: draft.id, name, channelId, sender, message, postId, onlyYou: true, revision })
  return ctx.answer(builderView(ctx, demandDraft(ctx, draft.id)))
}

const line = (
  custom_id: string,
  label: string,
  max_length: number,
  value: string,
  style = TextInputStyle.Short,
  required = false,
) => ({
  type: ComponentType.Label as const,
  label,
  component: {
    type: ComponentType.TextInput as const,
    custom_id,
    style,
    max_length,
    required,
    ...(value !== '' && { value: value.slice(0, max_length) }),
  },
})

export const writeEmbed = component(embeds, 'write', {
  ...common,
  kind: 'button',
  ack: 'modal',
  async run(ctx: Pressed & { interaction: { showModal(modal: object): Promise<unknown> } }, { draftId }) {
    const { title, author, description, color, footer } = embedOf(demandDraft(ctx, draftId))
    const shade = color === null ? '' : `#${color.toString(16).padStart(6, '0').toUpperCase()}`
    await ctx.interaction.showModal({
      title: 'Write the embed',
      custom_id: writtenEmbed.id({ draftId }, ctx.member.id),
      components: [
        line('title', 'Title', limits.title, title),
        line('author', 'Author', limits.author, author.name),
        line('description', 'Description', 4000, description, TextInputStyle.Paragraph),
        line('colour', 'Color, like #068ADD', 7, shade),
        line('footer', 'Footer', limits.footer, footer.text),
      ],
    })
  },
})

function colourOf(typed: string): number | null {
  if (typed === '') return null
  const colour = readColour(typed)
  if (colour === undefined) throw new UserError('embeds.colour', 'Use a color like #068ADD. Nothing was changed.')
  return Number.parseInt(colour.slice(1), 16)
}

export const writtenEmbed = component(embeds, 'written', {
  ...common,
  kind: 'modal',
  ack: 'update',
  run(ctx, { draftId }) {
    const draft = demandDraft(ctx, draftId)
    const { author, footer } = embedOf(draft)
    const typed = (name: string) => ctx.interaction.fields.getTextInputValue(name).trim()
    const [title, description] = [typed('title'), typed('description')]
    const [name, text] = [typed('author'), typed('footer')]
    const color = colourOf(typed('colour'))
    if ([title, description, name, text].every(one => one === ''))
      throw new UserError('embeds.empty', 'Write a title, an author, a description or a footer. Nothing was changed.')
    return change(ctx, draft, { title, description, color, author: { ...author, name }, footer: { ...footer, text } })
  },
})

export const addField = component(embeds, 'addField', {
  ...common,
  kind: 'button',
  ack: 'modal',
  async run(ctx: Pressed & { interaction: { showModal(modal: object): Promise<unknown> } }, { draftId }) {
    demandDraft(ctx, draftId)
    await ctx.interaction.showModal({
      title: 'Add a field',
      custom_id: addedField.id({ draftId }, ctx.member.id),
      components: [
        line('name', 'Name', limits.fieldName, '', TextInputStyle.Short, true),
        line('value', 'Value', limits.fieldValue, '', TextInputStyle.Paragraph, true),
        line('inline', 'Beside other fields? (yes or no)', 5, 'no'),
      ],
    })
  },
})

const yes = new Set(['yes', 'y', 'true', 'on'])
const no = new Set(['', 'no', 'n', 'false', 'off'])

export const addedField = component(embeds, 'addedField', {
  ...common,
  kind: 'modal',
  ack: 'update',
  run(ctx, { draftId }) {
    const draft = demandDraft(ctx, draftId)
    const typed = (name: string) => ctx.interaction.fields.getTextInputValue(name).trim()
    const inline = typed('inline').toLowerCase()
    if (!yes.has(inline) && !no.has(inline))
      throw new UserError('embeds.inline', 'Answer yes or no to whether it stands beside other fields.')
    const field = { name: typed('name'), value: typed('value'), inline: yes.has(inline) }
    return change(ctx, draft, { fields: [...embedOf(draft).fields, field] })
  },
})

export const removeField = component(embeds, 'removeField', {
  ...common,
  kind: 'button',
  ack: 'update',
  run(ctx, { draftId }) {
    const draft = demandDraft(ctx, draftId)
    return change(ctx, draft, { fields: embedOf(draft).fields.slice(0, -1) })
  },
})

export const sendEmbed = component(embeds, 'send', {
  ...common,
  kind: 'button',
  ack: 'update',
  async run(ctx, { draftId }) {
    const { name, channelId, sender, message } = demandDraft(ctx, draftId)
    const channel = targetChannel(ctx, channelId)
    if (!channel) throw new UserError('embeds.no-channel', 'That channel is not in this server any more.', 404)
    await demandInChannel(channel, ctx.member, ['ViewChannel', 'SendMessages', 'ManageMessages'])
    const pings = await pingable(ctx, channel.id, { sender, message: filled(ctx, message) })
    const order = { key: `sent-${draftId}`, name, channelId: channel.id, sender, message, pings, draftId }
    await sendMessage(ctx, order, 'command')
    await ctx.answer({ ...success(`Sent to <#${channel.id}>.`), components: [] })
  },
})

export const cancelEmbed = component(embeds, 'cancel', {
  ...common,
  kind: 'button',
  ack: 'update',
  async run(ctx, { draftId }) {
    demandDraft(ctx, draftId)
    await deleteDraft(ctx, draftId)
    await ctx.answer({ ...success('Given up. Nothing was sent.'), components: [] })
  },
})
