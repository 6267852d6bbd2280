import {
  ApplicationCommandOptionType as Type,
  ApplicationCommandType,
  type Client,
  InteractionContextType,
  PermissionsBitField,
  type PermissionsString,
  Routes,
} from 'discord.js'
import type { Command, CommandGroup, Option, OptionKind } from '../feature.ts'
import type { Logger } from '../log.ts'
import { type Catalogue, type Entry, isGroup } from './catalogue.ts'

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null

const optionTypes: Record<OptionKind, Type> = {
  member: Type.User,
  user: Type.User,
  role: Type.Role,
  channel: Type.Channel,
  duration: Type.String,
  integer: Type.Integer,
  choice: Type.String,
  text: Type.String,
  rest: Type.String,
}

function optionAsJson([name, option]: [string, Option]): Json {
  const { kind, description, required, choices, channelTypes, min, max } = option
  const isText = kind === 'text' || kind === 'rest'
  return {
    type: optionTypes[kind],
    name,
    description,
    ...(required && { required }),
    ...(choices && { choices: choices.map(choice => ({ name: choice, value: choice })) }),
    ...(channelTypes && { channel_types: [...channelTypes] }),
    ...(kind === 'integer' && min !== undefined && { min_value: min }),
    ...(kind === 'integer' && max !== undefined && { max_value: max }),
    ...(isText && min !== undefined && { min_length: min }),
    ...(isText && max !== undefined && { max_length: max }),
  }
}

const optionsAsJson = ({ options = {} }: Command): Json[] => Object.entries(options).map(optionAsJson)

/**
 * Who sees a command before a server's own overrides: whoever holds what it needs, as bits; administrators always.
 * Discord's API description wants a number here and answers with a text; no permission is beyond what a number holds.
 */
function defaultPermissions({ needs = [] }: Command | CommandGroup): number | null {
  if (needs.length === 0) return null
  const permissions = needs.filter((need): need is PermissionsString => need !== 'owner' && need !== 'operator')
  return Number(PermissionsBitField.resolve(permissions))
}

/** A command as Discord registers it. */
export function commandAsJson({ name, definition }: Entry): { [key: string]: Json } {
  const options = isGroup(definition)
    ? Object.entries(definition.subcommands).map(([word, sub]): Json => {
        const own = optionsAsJson(sub)
        return {
          type: Type.Subcommand,
          name: word,
          description: sub.description,
          ...(own.length > 0 && { options: own }),
        }
      })
    : optionsAsJson(definition)
  return {
    type: ApplicationCommandType.ChatInput,
    name,
    description: definition.description,
    default_member_permissions: defaultPermissions(definition),
    contexts: [InteractionContextType.Guild],
    ...(options.length > 0 && { options }),
  }
}

/** What we say about a command; everything else in Discord's answer is Discord's own bookkeeping. */
const compared = new Set([
  'type',
  'name',
  'description',
  'default_member_permissions',
  'contexts',
  'options',
  'required',
  'choices',
  'value',
  'channel_types',
  'min_value',
  'max_value',
  'min_length',
  'max_length',
])

/** Leaves out bookkeeping and what means the same as being absent, so that two forms of one command compare equal. */
function essence(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(essence)
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(
    ([key, inner]) =>
      compared.has(key) && inner !== null && inner !== false && !(Array.isArray(inner) && inner.length === 0),
  )
  return Object.fromEntries(
    kept.map(([key, inner]) => [key, essence(inner)] as const).toSorted(([a], [b]) => a.localeCompare(b)),
  )
}

const named = (commands: readonly unknown[]) =>
  JSON.stringify(commands.map(essence).sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))))

/** Whether Discord already has exactly the wanted commands, in whatever order and spelling. */
export const sameCommands = (existing: readonly unknown[], wanted: readonly unknown[]): boolean =>
  named(existing) === named(wanted)

/**
 * Registers the slash commands for all servers, and only when they differ from what Discord has:
 * creating commands is limited to 200 a day.
 */
export async function registerCommands(client: Client<true>, catalogue: Catalogue, log: Logger): Promise<void> {
  const route = Routes.applicationCommands(client.application.id)
  const existing = (await client.rest.get(route)) as { type?: ApplicationCommandType }[]
  // An entry-point command (activities) is not ours and may not be removed by a bulk update.
  const foreign = existing.filter(({ type }) => type !== undefined && type !== ApplicationCommandType.ChatInput)
  const own = existing.filter(command => !foreign.includes(command))
  const wanted = catalogue.entries.map(commandAsJson)
  if (sameCommands(own, wanted)) return
  await client.rest.put(route, { body: [...foreign, ...wanted] })
  log.info({ commands: wanted.length }, 'slash commands registered')
}
