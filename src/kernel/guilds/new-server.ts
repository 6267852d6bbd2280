import type { z } from 'zod'
import { describeField } from '#contract'
import { switchedOn } from '../events/events.ts'
import type { Feature, Services } from '../feature.ts'
import { valueInWords } from '../history/difference.ts'

/** A server in which nobody has changed anything. Of all services a switch reads settings alone. */
const newServer = {
  settings: { read: (_guildId: string, contract: Feature['contract']) => contract.settings.parse({}) },
} as unknown as Pick<Services, 'settings'>

interface Switched {
  name: string
  title: string
  on: boolean
}

/** Every feature with a switch, and how it stands in a new server. */
export const switchesAtFirst = (features: readonly Feature[]): Switched[] =>
  features
    .filter(({ parts }) => parts.switch !== undefined)
    .map(feature => ({
      name: feature.contract.name,
      title: feature.contract.title,
      on: switchedOn(newServer, feature, ''),
    }))

interface DefaultSetting {
  label: string
  help?: string
  /** In words: 'Off', '24 hours', 'none'. */
  value: string
}

/** What a feature's settings are in a new server. */
export interface FeatureDefaults {
  title: string
  /** What the documentation files the feature under. */
  topic: string
  settings: readonly DefaultSetting[]
}

/** The settings that have a control, as they are in a new server, for every feature that has any. */
export const defaultsInWords = (features: readonly Feature[]): FeatureDefaults[] =>
  features
    .map(({ contract }) => {
      const values: Record<string, unknown> = contract.settings.parse({})
      return {
        title: contract.title,
        topic: contract.docs ?? contract.title,
        settings: Object.entries(contract.settings.shape).flatMap(([key, schema]): DefaultSetting[] => {
          // Settings are schemas of zod's own kind, whose type the object has lost.
          const meta = describeField(schema as z.ZodType)
          const value = valueInWords(schema, values[key], () => undefined)
          return meta ? [{ label: meta.label, ...(meta.help && { help: meta.help }), value }] : []
        }),
      }
    })
    .filter(({ settings }) => settings.length > 0)
