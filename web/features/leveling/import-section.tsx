import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { type ChangeEvent, useId, useState } from 'react'
import leveling from '#features/leveling/contract.ts'
import { importLimits, importModes, type ImportReply } from '#features/leveling/import/contract.ts'
import { address, call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonAnchor } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/combobox.tsx'
import { Section } from '#web/ui/form/section.tsx'
import { formatNumber, memberCount, levelText } from './leveling-text.ts'
import './progression.css'

type Mode = (typeof importModes)[number]['value']
const shown = 10

/** Levels from another bot or an earlier export: first shown, then imported. */
export function ImportSection({ guildId }: { guildId: string }) {
  const params = { guildId }
  const id = useId()
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [mode, setMode] = useState<Mode>('max')
  const [problem, setProblem] = useState<string>()
  const run = useMutation({
    mutationFn: (input: { file: File; mode: Mode; dry_run: boolean }) =>
      call(leveling, 'importFile', { params, body: input }),
    onSuccess: (_reply, { dry_run: dryRun }) => {
      if (!dryRun) void client.invalidateQueries({ queryKey: guildKey(guildId) })
    },
  })
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? []
    // Choosing the same file again must count as a change.
    event.target.value = ''
    if (!chosen) return
    setProblem(undefined)
    setFile(undefined)
    if (chosen.size > importLimits.characters) {
      setProblem('The file is larger than 1 MB. Import it in parts.')
      return
    }
    setFile(chosen)
    run.mutate({ file: chosen, mode, dry_run: true })
  }
  const start = (dryRun: boolean, next = mode) => {
    if (file) run.mutate({ file, mode: next, dry_run: dryRun })
  }
  const dryRun = run.variables?.dry_run ?? true
  const error = problem ?? run.error?.message
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
      <p className="field-help">
        A CSV file whose first line names the columns (user_id, and level, xp or both), or MEE6&rsquo;s list of players
        as JSON. Levels stay as they are there, with the share of the way to the next; XP without a level is counted
        from zero on this server&rsquo;s scale. Nothing changes before you confirm.
      </p>
      {error !== undefined && <Banner tone="danger" title={error} />}
      <div className="import-controls">
        <Select
          label="Members who already have XP here"
          options={importModes}
          value={mode}
          onChange={next => {
            setMode(next)
            start(true, next)
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
      {file && run.data && (
        <ImportResult
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

function ImportResult({
  name,
  reply: { counts, changes, refused, batch },
  dryRun,
  busy,
  onImport,
}: {
  name: string
  reply: ImportReply
  dryRun: boolean
  busy: boolean
  onImport: () => void
}) {
  const changing = counts.new + counts.changed
  if (!dryRun)
    return (
      <Banner tone="success" title={`${memberCount(changing)} imported.`}>
        {batch !== null && 'It can be undone on the leaderboard page, under changes by hand.'}
      </Banner>
    )
  return (
    <div className="import-result" role="status">
      <h3>What {name} would change</h3>
      <dl className="import-counts">
        {(['new', 'changed', 'unchanged', 'refused'] as const).map(kind => (
          <div key={kind}>
            <dt>{kind}</dt>
            <dd>{formatNumber(counts[kind])}</dd>
          </div>
        ))}
      </dl>
      {changes.length > 0 && (
        <ul className="import-lines">
          {changes.slice(0, shown).map(({ user, before, after }) => (
            <li key={user.id}>
              <b>{user.name ?? user.id}</b> {levelText(before)} → {levelText(after)}
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
      <div>
        <Button busy={busy} busyLabel="Importing..." disabled={changing === 0} onClick={onImport}>
          Import {memberCount(changing)}
        </Button>
      </div>
    </div>
  )
}
