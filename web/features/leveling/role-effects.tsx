import { FailedAct } from '#web/app/failed-call.tsx'
import { roleNameIn } from '#web/app/guild-names.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import leveling from '#features/leveling/contract.ts'
import type { RoleEffect, RoleProgress } from '#features/leveling/role-changes/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { reload } from '#web/app/list/reload.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/switch.tsx'
import { RoleResultList } from './role-result.tsx'
import type { ProgressionForm } from './use-progression-form.ts'
import { memberCount, effectText, progressText } from './leveling-text.ts'
import { pollMs, useBackgroundToast } from './use-background-toast.ts'

const key = (guildId: string) => [...guildKey(guildId), 'progression', 'roles'] as const

/** Progress of the latest run; polled while one is in progress. */
const useProgress = (guildId: string) =>
  useQuery({
    queryKey: key(guildId),
    queryFn: ({ signal }) => call(leveling, 'roleProgress', { params: { guildId }, signal }),
    refetchInterval: ({ state }) => (state.data?.progress?.state === 'running' ? pollMs : false),
  })

/** Previews the edited level roles for everybody without changing anything, then applies them. */
export function RoleEffects({ form }: { form: ProgressionForm }) {
  const { guildId, values } = form
  const params = { guildId }
  const client = useQueryClient()
  const tell = useBackgroundToast(guildId)
  const progress = useProgress(guildId).data?.progress ?? null
  const [take, setTake] = useState(false)
  const edited = { level_roles: values.levelRoles, reward_mode: values.rewardMode, take_roles: take }
  const preview = useMutation({
    mutationFn: (body: typeof edited) => call(leveling, 'previewRoles', { params, body }),
  })
  const apply = useMutation({
    mutationFn: () => call(leveling, 'applyRoles', { params, body: { take_roles: take } }),
    onSuccess: () => {
      preview.reset()
      void reload(client, key(guildId))
      void tell.ofRun()
    },
  })
  const undo = useMutation({
    mutationFn: (batch: string) => call(leveling, 'undo', { params, body: { batch } }),
    onSuccess(_reply, batch) {
      void tell.ofBatch(batch)
      return reload(client, [...guildKey(guildId), 'progression'])
    },
  })
  const stale = preview.variables && JSON.stringify(preview.variables) !== JSON.stringify(edited)
  const shown = stale ? undefined : preview.data
  const running = progress?.state === 'running'
  const noRoles = values.levelRoles.length === 0 && 'Add a level role first.'
  return (
    <div className="role-effects">
      <FailedAct of={{ error: stale ? null : preview.error, reset: preview.reset }} />
      <FailedAct of={apply} />
      <FailedAct of={undo} />
      {shown && <Effects effects={shown.effects} members={shown.members} form={form} />}
      {progress && <Progress progress={progress} />}
      {progress && <RoleResultList guildId={guildId} batch={progress.batch} />}
      <Checkbox
        label="Also take level roles that a member’s level does not have"
        help="Even roles that somebody gave by hand."
        value={take}
        onChange={setTake}
        disabled={form.readOnly}
      />
      <div className="role-effects-buttons">
        <p className="field-help">
          {form.dirty
            ? 'The preview tries what you are editing. Save before you apply it.'
            : 'Members get their roles as they level up. Apply gives them to everybody now.'}
        </p>
        <Button
          busy={preview.isPending}
          busyLabel="Counting..."
          why={form.readOnly || noRoles}
          onClick={() => preview.mutate(edited)}
        >
          Preview changes
        </Button>
        {progress?.state === 'done' && progress.given + progress.taken > 0 && (
          <Button busy={undo.isPending} why={form.readOnly} onClick={() => undo.mutate(progress.batch)}>
            Undo the last run
          </Button>
        )}
        <Button
          busy={apply.isPending || running}
          busyLabel="Applying..."
          why={form.readOnly || (form.dirty ? 'Save your changes first.' : noRoles)}
          onClick={() => apply.mutate()}
        >
          Apply to everybody
        </Button>
      </div>
    </div>
  )
}

function Effects({ effects, members: seen, form }: { effects: RoleEffect[]; members: number; form: ProgressionForm }) {
  const nameOf = (id: string) => roleNameIn(form.guild, id)
  return (
    <Banner tone="info" title={`Of ${memberCount(seen)}, without changing anything yet:`}>
      <ul className="role-effects-list">
        {effects.map(effect => (
          <li key={effect.roleId}>
            {effectText(nameOf(effect.roleId), effect)}
            {effect.problem !== null && <span className="role-effects-problem"> {effect.problem}</span>}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

const tones = { running: 'info', done: 'success', failed: 'danger', undone: 'info' } as const

function Progress({ progress }: { progress: RoleProgress }) {
  const { title, detail } = progressText(progress)
  return (
    <Banner tone={tones[progress.state]} title={title}>
      {detail}
    </Banner>
  )
}
