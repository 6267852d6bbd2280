import type { GuildMember } from 'discord.js'
import type { Need } from '#contract'
import { UserError } from '#kit/errors.ts'
import { isRight } from '../access.ts'
import type { Feature, Services } from '../feature.ts'

const inWords: Partial<Record<Need, string>> = {
  manage: 'members with Manage Server',
  owner: "the server's owner",
}

/** The message for somebody who lacks a need, but may do something else in the server. */
export function insufficient(services: Pick<Services, 'access'>, need: Need): UserError {
  const title = isRight(need) ? services.access.titleOf(need) : undefined
  const sentence =
    title === undefined
      ? `Only ${inWords[need] ?? 'members who were given access'} may do this.`
      : `You need ${title} for that.`
  return new UserError('access.insufficient', sentence, 403)
}

/**
 * Judges a switch of a module on any surface: dashboard, command or form.
 * @throws UserError 403 unless the member has what the module asks for; 'manage' of it where it says nothing
 */
export function demandSwitchRight(services: Pick<Services, 'access'>, member: GuildMember, feature: Feature): void {
  const need = feature.parts.switchNeeds ?? 'manage'
  if (!services.access.has(member, need, feature.contract.name)) throw insufficient(services, need)
}
