import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { type ChangeEvent, useId, useState } from 'react'
import leveling from '#features/leveling/contract.ts'
import { importLimits, importModes, type ImportReply } from '#features/leveling/import/contract.ts'
import { address, call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { reload } from '#web/app/list/reload.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonAnchor } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/combobox.tsx'
import { Section } from '#web/ui/form/section.tsx'
import type { RoleOutlookReply } from '#features/leveling/role-changes/contract.ts'
import { Checkbox } from '#web/ui/form/switch.tsx'
import { RoleOutlookList, RoleResultList } from './role-result.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import { memberCount, levelText } from './leveling-text.ts'
import { useBackgroundToast } from './use-background-toast.ts'
import './progression.css'

type Mode = (typeof importModes)[number]['value']
const shown = 10

/** Imports levels from another bot or an earlier export, after a preview; whoever may only look can export them. */
export function ImportSection({ guildId, readOnly }: { guildId: string; readOnly: boolean }) {
  const params = { guildId }
  const id = useId()
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [mode, setMode] = useState<Mode>('max')
  const [problem, setProblem] = useState<string>()
  const [take, setTake] = useState(false)
  const tell = useBackgroundToast(guildId)
  const run = useMutation({
    mutationFn: (input: { file: File; mode: Mode; take_roles: boolean; dry_run: boolean }) =>
      call(leveling, 'importFile', { params, body: input }),
    onMutate: () => more.reset(),
    onSuccess({ batch }, { dry_run: dryRun }) {
      if (dryRun) return
      if (batch !== null) void tell.ofBatch(batch)
      void reload(client, guildKey(guildId))
    },
  })
  const more = useMoreRoles(guildId)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? []
    // Choosing the same file again must count as a change.
    event.target.value = ''
    if (!chosen) return
    setProblem(undefined)
    setFile(undefined)
    if (chosen.size > importLimits.characters) {
      setProblem('The file is larger than 1 MiB. Import it in parts.')
      return
    }
    setFile(chosen)
    run.mutate({ file: chosen, mode, take_roles: take, dry_run: true })
  }
  const start = (dryRun: boolean, next: { mode?: Mode; take_roles?: boolean } = {}) => {
    if (file) run.mutate({ file, mode, take_roles: take, ...next, dry_run: dryRun })
  }
  const dryRun = run.variables?.dry_run ?? true
  const error = problem ?? run.error?.message ?? more.error
  return (
    <Section
      title="Import and export"
      purpose="Levels from another bot, or from an earlier export"
      collapsible
      foot={
        <>
          <p className="field-help">A CSV file for a spreadsheet, or to import here again.</p>
          <ButtonAnchor
            icon={<Download aria-hidden />}
            href={address(leveling.endpoints.export.path, { params })}
            download
          >
            Export levels
          </ButtonAnchor>
        </>
      }
    >
      {readOnly ? (
        <p className="field-help">You can export levels here, not import any.</p>
      ) : (
        <>
          <p className="field-help">
            A CSV file whose first line names the columns (user_id, and level, xp or both), or MEE6&rsquo;s list of
            players as JSON. Levels are taken over as they are, with the progress toward the next one; XP without a
            level is counted from zero on this server&rsquo;s scale. Nothing changes before you confirm.
          </p>
          {error !== undefined && <Banner tone="danger" title={error} />}
          <div className="import-controls">
            <Select
              label="Members who already have XP here"
              options={importModes}
              value={mode}
              onChange={next => {
                setMode(next)
                start(true, { mode: next })
              }}
            />
            <span className="import-file">
              <input
                id={`${id}-file`}
                className="visually-hidden"
                type="file"
                accept=".csv,.tsv,.txt,.json,text/csv,application/json"
                onChange={choose}
              />
              <label htmlFor={`${id}-file`} className="button button-secondary">
                <Upload aria-hidden />
                {file ? 'Choose another file' : 'Choose a file'}
              </label>
            </span>
          </div>
          <Checkbox
            label="Also take level roles that the new level does not have"
            help="Only from members in the file, even roles that somebody gave by hand. Otherwise nobody loses a role."
            value={take}
            onChange={next => {
              setTake(next)
              start(true, { take_roles: next })
            }}
          />
        </>
      )}
      {file && run.data && (
        <ImportResult
          guildId={guildId}
          roles={[run.data.roles, ...more.pages].filter(page => page !== null)}
          moreBusy={more.busy}
          onMore={from => more.load({ file, mode, take_roles: take, from })}
          name={file.name}
          reply={run.data}
          dryRun={dryRun}
          busy={run.isPending}
          onImport={() => start(false)}
        />
      )}
    </Section>
  )
}

/** Further pages of members whose roles would change. */
function useMoreRoles(guildId: string) {
  const [pages, setPages] = useState<RoleOutlookReply[]>([])
  const ask = useMutation({
    mutationFn: ({ from, ...body }: { file: File; mode: Mode; take_roles: boolean; from: number }) =>
      call(leveling, 'importFile', { params: { guildId }, body: { ...body, roles_from: from, dry_run: true } }),
    onSuccess: ({ roles }) => {
      if (roles) setPages(known => [...known, roles])
    },
  })
  return {
    pages,
    busy: ask.isPending,
    error: ask.error?.message,
    load: ask.mutate,
    reset() {
      setPages([])
      ask.reset()
    },
  }
}

const kindsOfLines = [
  ['new', 'New'],
  ['changed', 'Changed'],
  ['unchanged', 'Unchanged'],
  ['refused', 'Refused'],
] as const

function ImportResult({
  guildId,
  roles,
  moreBusy,
  onMore,
  name,
  reply: { counts, changes, refused, batch },
  dryRun,
  busy,
  onImport,
}: {
  guildId: string
  roles: readonly RoleOutlookReply[]
  moreBusy: boolean
  onMore: (from: number) => void
  name: string
  reply: ImportReply
  dryRun: boolean
  busy: boolean
  onImport: () => void
}) {
  const changing = counts.new + counts.changed
  if (!dryRun)
    return (
      <>
        <Banner tone="success" title={`${memberCount(changing)} imported.`}>
          {batch !== null && 'It can be undone, with its roles, on the leaderboard page, under changes by hand.'}
        </Banner>
        {batch !== null && <RoleResultList guildId={guildId} batch={batch} />}
      </>
    )
  return (
    <div className="import-result" role="status">
      <h3>What {name} would change</h3>
      <dl className="import-counts">
        {kindsOfLines.map(([kind, label]) => (
          <div key={kind}>
            <dt>{label}</dt>
            <dd>{formatNumber(counts[kind])}</dd>
          </div>
        ))}
      </dl>
      {changes.length > 0 && (
        <ul className="import-lines">
          {changes.slice(0, shown).map(({ user, before, after }) => (
            <li key={user.id}>
              <b>
                <bdi>{user.name ?? user.id}</bdi>
              </b>{' '}
              {levelText(before)} → {levelText(after)}
            </li>
          ))}
          {changing > shown && <li className="muted">and {formatNumber(changing - shown)} more</li>}
        </ul>
      )}
      {refused.length > 0 && (
        <ul className="import-lines" aria-label="Refused lines">
          {refused.slice(0, shown).map(({ line, reason }) => (
            <li key={line}>
              Line {formatNumber(line)}: {reason}
            </li>
          ))}
          {counts.refused > shown && <li className="muted">and {formatNumber(counts.refused - shown)} more</li>}
        </ul>
      )}
      <RoleOutlookList roles={roles} busy={moreBusy} onMore={onMore} />
      <div>
        <Button
          busy={busy}
          busyLabel="Importing..."
          why={changing === 0 && 'Nobody’s XP would change.'}
          onClick={onImport}
        >
          Import {memberCount(changing)}
        </Button>
      </div>
    </div>
  )
}
