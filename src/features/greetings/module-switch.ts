import type { Switch } from '#kernel/feature.ts'
import greetings, { greetingOf, kinds } from './contract.ts'

/** On while either greeting is on; switching it on enables those that have a channel. */
export const greetingsSwitch: Switch = {
  on: ({ settings }, guildId) => kinds.some(kind => settings.read(guildId, greetings)[`${kind}_enabled`]),
  patch({ settings }, guildId, enabled) {
    const own = settings.read(guildId, greetings)
    const ready = kinds.filter(kind => greetingOf(own, kind).channel !== null)
    // If neither has a channel, both are tried and refused, like any greeting that is on without one.
    const wanted = enabled && ready.length > 0 ? ready : kinds
    return Object.fromEntries(wanted.map(kind => [`${kind}_enabled`, enabled]))
  },
}
