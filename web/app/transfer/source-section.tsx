import { Copy, Download, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import kernel from '#kernel/contract.ts'
import { fileLimits, fileTooLarge } from '#kernel/transfer/contract.ts'
import { Button, ButtonAnchor } from '#web/ui/button.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { Section } from '#web/ui/form/section.tsx'
import { address } from '../api.ts'
import { isManaged } from '../guild-list.ts'
import { useAuth } from '../session.tsx'
import type { SettingsSource } from './use-transfer.ts'

/** Downloads the settings of this server as a file. */
export const ExportSection = ({ guildId }: { guildId: string }) => (
  <Section title="Export" purpose="Every feature that you may view, as a file: its settings, and what was made with it">
    <p className="transfer-line">
      <span className="muted">
        It also has the names of channels and roles, so that another server can use its own in their place.
      </span>
      <ButtonAnchor
        icon={<Download aria-hidden />}
        href={address(kernel.endpoints.exportSettings.path, { params: { guildId } })}
        download
      >
        Export settings
      </ButtonAnchor>
    </p>
  </Section>
)

/** Chooses a file or a server to import settings from. */
export function SourceSection({ guildId, onChoose }: { guildId: string; onChoose: (source: SettingsSource) => void }) {
  const { guilds } = useAuth()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const [server, setServer] = useState<string | null>(null)
  const others = guilds.filter(guild => guild.id !== guildId && isManaged(guild, location.origin))
  const read = async (file: File | undefined) => {
    if (!file) return
    setProblem(undefined)
    // A character takes at most four bytes.
    if (file.size > fileLimits.characters * 4) return setProblem(fileTooLarge)
    try {
      onChoose({ file: await file.text(), name: file.name, chosenAt: Date.now() })
    } catch {
      setProblem('The browser could not read that file.')
    }
  }
  return (
    <Section title="Import or copy" purpose="You see every change first; nothing changes until you apply them.">
      {problem !== undefined && <Banner tone="danger" title={problem} />}
      <div className="transfer-sources">
        <div>
          <p className="field-label" id="transfer-file">
            From a file
          </p>
          <input
            ref={input}
            className="visually-hidden"
            type="file"
            accept="application/json,.json"
            aria-labelledby="transfer-file"
            tabIndex={-1}
            onChange={event => {
              void read(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <Button icon={<Upload aria-hidden />} onClick={() => input.current?.click()}>
            Choose a file
          </Button>
        </div>
        <div className="transfer-copy">
          <Combobox
            label="From another server"
            groups={[{ choices: others.map(({ id, name }) => ({ value: id, label: name })) }]}
            value={server}
            placeholder="Choose a server"
            search="Search servers"
            empty="You manage no other server that the bot is in."
            onChange={setServer}
          />
          <Button
            icon={<Copy aria-hidden />}
            why={server === null ? 'Choose a server first.' : undefined}
            onClick={() => server !== null && onChoose({ server })}
          >
            Look at the changes
          </Button>
        </div>
      </div>
    </Section>
  )
}
