import type { ApplicationCommandOptionChoiceData, AutocompleteInteraction } from 'discord.js'
import { guildContext } from '../context.ts'
import { rests } from '../entitlements.ts'
import { switchedOn } from '../events/events.ts'
import type { Services } from '../feature.ts'
import type { Suggestion } from '../declarations/call-rules.ts'
import { withTimeout } from '#kit/with-timeout.ts'
import { cut } from '#kit/template.ts'
import type { Catalogue } from './catalogue.ts'
import { placeOf } from './interaction-place.ts'
import { missingNeeds } from './rights.ts'
import { withGroup } from './run.ts'
import { calledPath } from './slash.ts'

/** Discord's documentation, "Application Command Option Choice Structure" and "Autocomplete". */
const mostChoices = 25
const longestChoice = 100

/** How long a search for suggestions may take (ms). Discord waits 3 seconds and does not show later ones. */
const patienceMs = 2000
/** The deadline however busy this process is (ms), because Discord waits 3 seconds. */
const mostMs = 2500

function asChoice(suggestion: Suggestion): ApplicationCommandOptionChoiceData | undefined {
  const { name, value } = typeof suggestion === 'string' ? { name: suggestion, value: suggestion } : suggestion
  // A truncated value would be a different value.
  if (name === '' || String(value).length > longestChoice) return undefined
  return { name: cut(name, longestChoice), value }
}

async function suggestionsFor(
  services: Services,
  catalogue: Catalogue,
  interaction: AutocompleteInteraction,
): Promise<readonly Suggestion[]> {
  const { name, value } = interaction.options.getFocused(true)
  const leaf = catalogue.slash.find(calledPath(interaction))
  const suggest = leaf?.command.autocomplete?.[name]
  const place = await placeOf(interaction)
  if (!leaf || !suggest || typeof place === 'string') return []
  const { feature, definition } = leaf.entry
  const command = withGroup(leaf.command, definition)
  if (!command.always && !switchedOn(services, feature, place.guild.id)) return []
  if (rests(services, feature.contract, place.guild.id)) return []
  if (!services.commandPermissions.isOpen(leaf.entry, place)) return []
  if (missingNeeds(services, { ...place, feature: feature.contract.name }, command.needs ?? []).length > 0) return []
  return suggest(Object.assign(guildContext(services, feature.contract, place.guild, place.member), place), value)
}

/** Answers autocomplete for an option; with no suggestions when the handler fails or takes too long. */
export function createAutocomplete(services: Services, catalogue: Catalogue) {
  return async (interaction: AutocompleteInteraction): Promise<void> => {
    const path = calledPath(interaction)
    const searching = suggestionsFor(services, catalogue, interaction).catch((err: unknown) => {
      services.log.error({ err, command: path, guildId: interaction.guildId }, 'autocomplete failed')
      return []
    })
    const found = await withTimeout(patienceMs, searching, [], mostMs)
    await interaction.respond(found.flatMap(suggestion => asChoice(suggestion) ?? []).slice(0, mostChoices))
  }
}
