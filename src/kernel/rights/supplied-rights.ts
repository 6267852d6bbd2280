import type { Guild, GuildMember } from 'discord.js'
import type { Contract, Need } from '#contract'
import { isRight, type Level, type NamedRight, type OwnLevels } from '../access.ts'
import type { Context, Feature } from '../feature.ts'

/**
 * Collects every right that features supply, by the name that `needs` uses: `<feature>.<key>`.
 * @param contextOf returns the context in which a right is checked in a guild
 */
export function suppliedRights(
  contextOf: (contract: Contract, guild: Guild) => Context,
  features: readonly Feature[],
): Map<string, NamedRight> {
  return new Map(
    features.flatMap(({ contract, parts }) =>
      Object.entries(parts.rights ?? {}).map(([key, { title, refusal, holds }]): [string, NamedRight] => [
        `${contract.name}.${key}`,
        {
          title,
          refusal,
          holds: (member: GuildMember, level: Level) => holds(contextOf(contract, member.guild), member, level),
        },
      ]),
    ),
  )
}

/** Collects the features that assign levels themselves, by the feature's name. */
export function ownLevels(
  contextOf: (contract: Contract, guild: Guild) => Context,
  features: readonly Feature[],
): Map<string, OwnLevels> {
  return new Map(
    features.flatMap(({ contract, parts: { levels } }): [string, OwnLevels][] =>
      levels
        ? [
            [
              contract.name,
              { refusal: levels.refusal, of: member => levels.of(contextOf(contract, member.guild), member) },
            ],
          ]
        : [],
    ),
  )
}

type Needing = { needs?: readonly string[]; subcommands?: Record<string, { needs?: readonly string[] }> }

/** Every need that a feature declares, as far as they can be read without running anything. */
function declaredNeeds({ contract, parts }: Feature): string[] {
  const commands: Needing[] = Object.values(parts.commands ?? {})
  return [
    ...Object.values<Contract['endpoints'][string]>(contract.endpoints).map(({ needs }) => needs),
    ...Object.values<Contract['forms'][string]>(contract.forms).map(({ needs }) => needs),
    ...[parts.switchNeeds, parts.settingsNeed, ...Object.values<Need | undefined>(parts.settingNeeds ?? {})].filter(
      need => need !== undefined,
    ),
    ...Object.values(parts.menus ?? {}).flatMap(({ needs = [] }) => needs),
    ...commands.flatMap(one => [one, ...Object.values(one.subcommands ?? {})]).flatMap(({ needs = [] }) => needs),
  ]
}

/** Checks that the declared rights exist. @throws Error when something needs a right that no feature supplies */
export function demandKnownRights(features: readonly Feature[], rights: ReadonlyMap<string, NamedRight>): void {
  for (const feature of features)
    for (const need of declaredNeeds(feature))
      if (isRight(need) && !rights.has(need))
        throw new Error(`${feature.contract.name}: no feature supplies the right '${need}'`)
}
