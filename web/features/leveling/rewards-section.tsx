import leveling, { highestReward, type Reward } from '#features/leveling/contract.ts'
import { Findings } from '#web/app/slots.tsx'
import { FormField } from '#web/app/settings-form/form-field.tsx'
import { RolePicker } from '#web/ui/form/guild-pickers.tsx'
import { NumberInput } from '#web/ui/form/number-input.tsx'
import { RowList } from '#web/ui/form/row-list.tsx'
import { Section } from '#web/ui/form/section.tsx'
import { RoleEffects } from './role-effects.tsx'
import { listError } from './leveling-text.ts'
import type { ProgressionForm } from './use-progression-form.ts'
import './progression.css'

const mostRewards = 50
const levelStep = 5

/** Which role a level gives, and a preview of who that affects before it is saved. */
export function RewardsSection({ form }: { form: ProgressionForm }) {
  const list = form.field('levelRoles')
  const rewards = list.value
  const create = () => {
    const highest = Math.max(0, ...rewards.map(({ level }) => (Number.isNaN(level) ? 0 : level)))
    return { level: Math.min(highestReward, highest + levelStep), roleId: '' }
  }
  return (
    <Section
      title="Level roles"
      purpose="Roles that members get when they reach a level"
      foot={<RoleEffects form={form} />}
    >
      <Findings guildId={form.guildId} feature={leveling.name} setting="levelRoles" />
      <RowList<Reward>
        name={list.name}
        rows={rewards}
        onChange={list.onChange}
        create={create}
        most={mostRewards}
        add="Add a level role"
        removeLabel={({ level }) => `Remove the role of level ${level}`}
        none="No level gives a role yet."
        error={listError(
          list.error,
          rewards.every(({ roleId }) => roleId !== ''),
          'role',
        )}
        disabled={list.disabled}
      >
        {(reward, change) => (
          <>
            <NumberInput
              label="Level"
              min={2}
              max={highestReward}
              value={reward.level}
              onChange={level => change({ level })}
              disabled={list.disabled}
            />
            <RolePicker
              label="Role"
              assignable
              roles={form.guild?.roles ?? []}
              guildId={form.guild?.id}
              value={reward.roleId === '' ? null : reward.roleId}
              onChange={roleId => change({ roleId: roleId ?? '' })}
              disabled={list.disabled}
            />
          </>
        )}
      </RowList>
      <FormField of={form.field('rewardMode')} />
    </Section>
  )
}
