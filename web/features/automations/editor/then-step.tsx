import { Play, Plus } from 'lucide-react'
import { useState } from 'react'
import { action as actionSchema, most } from '#features/automations/design/contract.ts'
import { actions as kinds, triggerKind } from '#features/automations/design/kinds/contract.ts'
import { whileFull } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/form/field.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { ActionRow } from './action-row.tsx'
import { FlowStep } from './flow-step.tsx'
import { freeKey } from './free-key.ts'
import type { EditorPart } from './use-editor.ts'

/** The actions, in order. */
export function ThenStep({
  guildId,
  guild,
  editing,
  rights,
  disabled,
}: EditorPart & { rights: { bot: readonly string[]; you: readonly string[] } }) {
  const { design, change, problems } = editing
  const { actions, trigger } = design
  const [open, setOpen] = useState<string>()
  const { about } = triggerKind(trigger.kind)
  const fits = (takes: (typeof kinds)[number]['takes']) => takes === 'nothing' || about.includes(takes)
  return (
    <FlowStep
      tag="Then"
      icon={<Play aria-hidden />}
      title="Do these, in order"
      controls={
        <span className="muted num">
          {actions.length} of {most.actions}
        </span>
      }
      foot={
        <>
          <Menu
            align="start"
            trigger={
              <Button
                name="actions"
                variant="ghost"
                size="sm"
                icon={<Plus aria-hidden />}
                why={disabled || whileFull(actions.length, most.actions, 'actions')}
              >
                Add action
              </Button>
            }
          >
            {kinds.map(({ value, label, takes }) => (
              <MenuItem
                key={value}
                why={
                  fits(takes)
                    ? undefined
                    : takes === 'message'
                      ? 'There is no message then.'
                      : 'The member has left by then.'
                }
                onSelect={() => {
                  const id = freeKey('a', actions)
                  change({ actions: [...actions, actionSchema.parse({ id, kind: value })] })
                  setOpen(id)
                }}
              >
                {label}
              </MenuItem>
            ))}
          </Menu>
          <p className="field-help">
            If one fails, the rest do not run, the automation is paused, and the moderation log says so.
          </p>
        </>
      }
    >
      {actions.length === 0 && <p className="field-help">Nothing yet. Add what it should do.</p>}
      <ol className="action-rows">
        {actions.map((one, at) => (
          <ActionRow
            key={one.id}
            {...{ guildId, guild, editing, rights, disabled, one, at }}
            open={open === one.id}
            onOpen={isOpen => setOpen(isOpen ? one.id : undefined)}
            onMove={to => change({ actions: actions.toSpliced(at, 1).toSpliced(to, 0, one) })}
          />
        ))}
      </ol>
      <FieldNote id="actions-note" error={problems['actions']} />
    </FlowStep>
  )
}
