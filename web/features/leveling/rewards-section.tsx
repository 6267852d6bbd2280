import { Plus, X } from 'lucide-react'
import leveling, { highestReward, type Reward } from '#features/leveling/contract.ts'
import { Findings } from '#web/app/settings-form/findings.tsx'
import { FormField } from '#web/app/settings-form/form-field.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/form/field.tsx'
import { RolePicker } from '#web/ui/form/guild-pickers.tsx'
import { NumberInput } from '#web/ui/form/number-input.tsx'
import { Section } from '#web/ui/form/section.tsx'
import { RoleEffects } from './role-effects.tsx'
import { listError } from './told.ts'
import type { ProgressionForm } from './use-progression-form.ts'
import './progression.css'

const mostRewards = 50
const levelStep = 5

/** Which role a level brings, and who it concerns before it is saved. */
export function RewardsSection({ form }: { form: ProgressionForm }) {
  const list = form.field('level_roles')
  const rewards = list.value
  const change = (index: number, patch: Partial<Reward>) =>
    list.onChange(rewards.map((reward, place) => (place === index ? { ...reward, ...patch } : reward)))
  const add = () => {
    const highest = Math.max(0, ...rewards.map(({ level }) => (Number.isNaN(level) ? 0 : level)))
    list.onChange([...rewards, { level: Math.min(highestReward, highest + levelStep), roleId: '' }])
  }
  return (
    <Section
      title="Level roles"
      purpose="Roles that members get when they reach a level"
      foot={<RoleEffects form={form} />}
    >
      <Findings guildId={form.guildId} feature={leveling.name} setting="level_roles" />
      {rewards.length === 0 && <p className="field-help">No level brings a role yet.</p>}
      {rewards.length > 0 && (
        <ul className="level-rows">
          {rewards.map((reward, index) => (
            <li key={index}>
              <NumberInput
                label="Level"
                min={2}
                max={highestReward}
                value={reward.level}
                onChange={level => change(index, { level })}
                disabled={list.disabled}
              />
              <RolePicker
                label="Role"
                assignable
                roles={form.guild?.roles ?? []}
                guildId={form.guild?.id}
                value={reward.roleId === '' ? null : reward.roleId}
                onChange={roleId => change(index, { roleId: roleId ?? '' })}
                disabled={list.disabled}
              />
              <IconButton
                label={`Remove the role of level ${reward.level}`}
                icon={<X aria-hidden />}
                disabled={list.disabled}
                onClick={() => list.onChange(rewards.filter((_, place) => place !== index))}
              />
            </li>
          ))}
        </ul>
      )}
      <FieldNote
        id="level-roles-note"
        error={listError(
          list.error,
          rewards.every(({ roleId }) => roleId !== ''),
          'role',
        )}
      />
      <div>
        <Button icon={<Plus aria-hidden />} disabled={list.disabled || rewards.length >= mostRewards} onClick={add}>
          Add a level role
        </Button>
      </div>
      <FormField of={form.field('reward_mode')} />
    </Section>
  )
}
