import { isDeepStrictEqual } from 'node:util'
import type { GuildMember } from 'discord.js'
import type { Need } from '#contract'
import { UserError } from '#kit/errors.ts'
import { isRight } from '../access.ts'
import type { Feature, Services } from '../feature.ts'

const inWords: Partial<Record<Need, string>> = {
  manage: 'members with Manage Server',
  owner: "the server's owner",
}

/** The error for somebody who lacks what `feature` needs, but may do something else in the server. */
export function insufficient({ access }: Pick<Services, 'access'>, need: Need, feature: string): UserError {
  const usual = () =>
    isRight(need)
      ? `You need ${access.titleOf(need)} for that.`
      : `Only ${inWords[need] ?? 'members who were given access'} may do this.`
  return new UserError('access.insufficient', access.refusalOf(need, feature) ?? usual(), 403)
}

/**
 * Checks who may switch a module, on every surface: dashboard, command or form.
 * @throws UserError 403 unless the member has the need that the module declares, or level 'manage' in it if it declares
 * none
 */
export function demandSwitchRight(services: Pick<Services, 'access'>, member: GuildMember, feature: Feature): void {
  const need = feature.parts.switchNeeds ?? 'manage'
  if (!services.access.has(member, need, feature.contract.name))
    throw insufficient(services, need, feature.contract.name)
}

type Values = Readonly<Record<string, unknown>>

/** The need that somebody lacks for a change of certain settings; undefined when they lack none. */
export function lackingFor(
  { access }: Pick<Services, 'access'>,
  { contract, parts }: Feature,
  before: Values,
  after: Values,
  member: GuildMember,
): Need | undefined {
  for (const [key, need] of Object.entries<Need | undefined>(parts.settingNeeds ?? {}))
    if (need && !access.has(member, need, contract.name) && !isDeepStrictEqual(before[key], after[key])) return need
  return undefined
}
