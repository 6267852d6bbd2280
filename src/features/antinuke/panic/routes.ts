import { type Guild, type GuildMember, PermissionFlagsBits } from 'discord.js'
import type { Parts, Services } from '#kernel/feature.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import type antinuke from '../contract.ts'
import type { ShownPanic } from './contract.ts'
import { endPanic, panicState, startPanic } from './panic.ts'
import { type PanicRow, panicRows } from './store.ts'

type Routes = NonNullable<Parts<typeof antinuke>['routes']>
const mostRefused = 50

/** The name of what could not be locked or opened; null for a channel that the viewer cannot see. */
function nameFor(guild: Guild, viewer: GuildMember, { kind, objectId }: PanicRow): string | null {
  if (kind === 'pause') return 'Invites and direct messages'
  if (kind === 'role') return guild.roles.cache.get(objectId)?.name ?? null
  const channel = guild.channels.cache.get(objectId)
  if (!channel || isHidden(channel)) return null
  return channel.permissionsFor(viewer).has(PermissionFlagsBits.ViewChannel) ? `#${channel.name}` : null
}

/** What a viewer is shown about panic. */
function shown(services: Services, guild: Guild, viewer: GuildMember): ShownPanic {
  const rows = panicRows(services, guild.id)
  const done = (kind: PanicRow['kind']) => rows.filter(row => row.kind === kind && row.problem === null).length
  return {
    state: panicState(services, guild.id),
    channels: done('channel'),
    roles: done('role'),
    refused: rows
      .flatMap(row => (row.problem === null ? [] : [{ name: nameFor(guild, viewer, row), reason: row.problem }]))
      .slice(0, mostRefused),
  }
}

export const routes: Pick<Routes, 'panic' | 'startPanic' | 'endPanic'> = {
  panic: ctx => shown(ctx, ctx.guild, ctx.member),
  startPanic(ctx) {
    startPanic(ctx, ctx.guild.id, ctx.member, ctx.body.reason)
    return shown(ctx, ctx.guild, ctx.member)
  },
  endPanic(ctx) {
    endPanic(ctx, ctx.guild.id, ctx.member)
    return shown(ctx, ctx.guild, ctx.member)
  },
}
