import {
  ApplicationCommandOptionType as Type,
  ApplicationCommandType,
  InteractionContextType,
  PermissionsBitField,
} from 'discord.js'
import { isRight } from '../access.ts'
import type { Command, ContextMenu, Option } from '../feature.ts'
import type { OptionKind } from '../declarations/option.ts'
import { isPermission } from '../rights/permissions.ts'
import { isLeaf, type SlashBranch, type SlashLeaf, type SlashRootNode } from './slash-tree.ts'

export type Json = { [key: string]: Json } | Json[] | string | number | boolean | null

const optionTypes: Record<OptionKind, Type> = {
  member: Type.User,
  user: Type.User,
  role: Type.Role,
  mentionable: Type.Mentionable,
  channel: Type.Channel,
  attachment: Type.Attachment,
  ids: Type.String,
  duration: Type.String,
  integer: Type.Integer,
  number: Type.Number,
  boolean: Type.Boolean,
  choice: Type.String,
  text: Type.String,
  rest: Type.String,
}

function optionAsJson(name: string, option: Option, completes: boolean): Json {
  const { kind, description, required, choices, channelTypes, min, max } = option
  const isText = kind === 'text' || kind === 'rest'
  const isNumeric = kind === 'integer' || kind === 'number'
  return {
    type: optionTypes[kind],
    name,
    description,
    ...(required && { required }),
    ...(completes && { autocomplete: true }),
    ...(choices && { choices: choices.map(choice => ({ name: choice, value: choice })) }),
    ...(channelTypes && { channel_types: [...channelTypes] }),
    ...(isNumeric && min !== undefined && { min_value: min }),
    ...(isNumeric && max !== undefined && { max_value: max }),
    ...(isText && min !== undefined && { min_length: min }),
    ...(isText && max !== undefined && { max_length: max }),
  }
}

const optionsAsJson = ({ options = {}, autocomplete = {} }: Command): Json[] =>
  Object.entries(options).map(([name, option]) => optionAsJson(name, option, autocomplete[name] !== undefined))

function insideAsJson(node: SlashBranch | SlashLeaf): Json[] {
  if (isLeaf(node)) return optionsAsJson(node.command)
  return [...node.children].map(([name, child]): Json => {
    const options = insideAsJson(child)
    return {
      type: isLeaf(child) ? Type.Subcommand : Type.SubcommandGroup,
      name,
      description: isLeaf(child) ? child.command.description : child.description,
      ...(options.length > 0 && { options }),
    }
  })
}

type Needs = NonNullable<Command['needs']>

/** The permissions that all of them need: a member without these can use none. */
const sharedNeeds = ([first, ...others]: readonly { needs?: Needs }[]): Needs =>
  (first?.needs ?? []).filter(need => others.every(({ needs = [] }) => needs.includes(need)))

/**
 * The permissions that a member needs to see a command, as bits, unless a server overrides them; administrators always
 * see it. Discord's API description takes a number here and responds with a string; all permissions fit into a number.
 */
function defaultPermissions(needs: Needs): number | null {
  // Discord does not know the rights that features supply: everybody sees such a command, and the kernel checks its
  // use.
  const known = needs.filter(need => !isRight(need))
  if (known.length === 0) return null
  return Number(PermissionsBitField.resolve(known.filter(isPermission)))
}

/** A slash command in the form in which it is registered at Discord. */
export function commandAsJson({ name, description, definitions, node }: SlashRootNode): { [key: string]: Json } {
  const options = insideAsJson(node)
  return {
    type: ApplicationCommandType.ChatInput,
    name,
    description,
    default_member_permissions: defaultPermissions(sharedNeeds(definitions)),
    contexts: [InteractionContextType.Guild],
    ...(options.length > 0 && { options }),
  }
}

/** A context menu entry in the form in which it is registered at Discord. */
export const menuAsJson = (menu: ContextMenu): { [key: string]: Json } => ({
  type: menu.on === 'user' ? ApplicationCommandType.User : ApplicationCommandType.Message,
  name: menu.title,
  default_member_permissions: defaultPermissions(menu.needs ?? []),
  contexts: [InteractionContextType.Guild],
})
