import {
  type Automation,
  type Design,
  design as designSchema,
  designProblems,
} from '#features/automations/design/contract.ts'
import type { GuildCore } from '#kernel/contract.ts'
import { schemaMistakes, useDesignEditor } from '#web/app/design-editor/use-design-editor.ts'
import { useAutomationCalls } from '../use-automations.ts'
import { automations } from './merging.ts'

export const emptyDesign: Design = { ...designSchema.parse({ name: 'Automation' }), name: '' }

/** Mistakes in a design by field, found by the same code as on the server. */
export const mistakesIn = (design: Design): Record<string, string> => ({
  ...schemaMistakes(designSchema, design),
  ...designProblems(design),
})

/** @param options.automation undefined for a new one @param options.start the initial values of a new one */
export function useEditor({
  guildId,
  automation,
  ...options
}: {
  guildId: string
  id: string
  automation: Automation | undefined
  start: Design
  readOnly: boolean
  onSaved: (saved: Automation) => void
}) {
  const calls = useAutomationCalls(guildId)
  const { remove, turn } = calls
  const editing = useDesignEditor({
    ...options,
    noun: 'automation',
    merging: automations,
    listed: automation,
    empty: emptyDesign,
    mistakesIn,
    calls,
    conflictCodes: ['automations.conflict', 'automations.none'],
    told: ({ on }) => (on ? 'Automation saved.' : 'Automation saved. It is still off.'),
  })
  const { stored, perform } = editing
  return {
    ...editing,
    remove,
    turning: turn.isPending,
    turn: async (on: boolean) => {
      if (!stored) return
      const run = () => turn.mutateAsync({ id: stored.id, on })
      await perform({
        run,
        told: on ? 'Switched on.' : 'Switched off.',
        failed: 'Failed to switch the automation on or off',
      })
    },
  }
}

export type Editing = ReturnType<typeof useEditor>

/** The props of every part of the editor. */
export interface EditorPart {
  guildId: string
  guild: GuildCore | undefined
  editing: Editing
  disabled: boolean
}
