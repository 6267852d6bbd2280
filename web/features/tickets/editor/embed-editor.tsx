import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { GuildCore } from '#kernel/contract.ts'
import { defaultPanel, type Panel, type PanelDesign, panelDesign } from '#features/tickets/panels/contract.ts'
import { LeaveGuard } from '#web/app/settings-form/leave-guard.tsx'
import { useSaveKey } from '#web/app/save-key.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { ColourInput } from '#web/ui/form/colour-input.tsx'
import { FieldPair } from '#web/ui/form/section.tsx'
import { SwitchField } from '#web/ui/form/switch.tsx'
import { TextArea, TextInput } from '#web/ui/form/text-input.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useMedia, wide } from '#web/ui/use-media.ts'
import { ButtonFields, presets } from './basic-fields.tsx'
import { isSameDesign } from './merge-panels.ts'
import { Previews } from './previews.tsx'
import { problemsOf } from './use-panel-editor.ts'

/** What the embed editor changes, and Reset brings back. */
const embedKeys = [
  'title',
  'description',
  'color',
  'footer',
  'footerIcon',
  'image',
  'thumbnail',
  'button_label',
  'button_emoji',
  'button_style',
  'close_button',
  'close_button_label',
  'close_button_emoji',
  'welcome_message',
  'open_title',
  'open_description',
  'open_color',
  'open_footer',
  'open_footerIcon',
  'open_image',
  'open_thumbnail',
] as const satisfies readonly (keyof PanelDesign)[]

type Problems = ReturnType<typeof problemsOf>

/** The whole embed, its button and the opening message, apart from the panel until they are saved. */
export function EmbedEditor({
  design,
  guild,
  joined,
  disabled,
  onSave,
  onClose,
}: {
  design: PanelDesign
  guild: GuildCore | undefined
  joined: readonly Panel[]
  disabled: boolean
  onSave: (patch: Partial<PanelDesign>) => void
  onClose: () => void
}) {
  const [draft, setDraft] = useState(design)
  const [problems, setProblems] = useState<Problems>({})
  const change = (patch: Partial<PanelDesign>) => setDraft(before => ({ ...before, ...patch }))
  const own = (of: PanelDesign) => Object.fromEntries(embedKeys.map(key => [key, of[key]])) as Partial<PanelDesign>
  const save = () => {
    const found = Object.fromEntries(
      Object.entries(problemsOf(draft)).filter(([key]) => (embedKeys as readonly string[]).includes(key)),
    )
    setProblems(found)
    if (Object.keys(found).length > 0) return
    onSave(own(draft))
    onClose()
  }
  useSaveKey(() => {
    if (!disabled) save()
  })
  const fields = { draft, change, problems, disabled }
  return (
    <EditDialog
      size="wide"
      changed={!isSameDesign(draft, design)}
      onClose={onClose}
      title="Advanced Embed Editor"
      footer={
        <>
          <Button
            className="foot-start"
            onClick={() => change({ ...own(panelDesign.parse(defaultPanel)), title: draft.title })}
            disabled={disabled}
          >
            Reset
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={save} disabled={disabled}>
            Save
          </Button>
        </>
      }
    >
      {Object.keys(problems).length > 0 && (
        <Banner tone="danger" title={Object.values(problems)[0] ?? ''} onClose={() => setProblems({})} />
      )}
      <Tabs
        label="Parts of the panel"
        tabs={[
          { value: 'message', label: 'Ticket Message', content: <MessageTab {...fields} /> },
          { value: 'buttons', label: 'Buttons', content: <ButtonsTab {...fields} /> },
          { value: 'open', label: 'Open Message', content: <OpenTab {...fields} /> },
          { value: 'preview', label: 'Preview', content: <Previews design={draft} guild={guild} joined={joined} /> },
        ]}
      />
      <LeaveGuard dirty={!isSameDesign(draft, design)} />
    </EditDialog>
  )
}

interface Tab {
  draft: PanelDesign
  change: (patch: Partial<PanelDesign>) => void
  problems: Problems
  disabled: boolean
}

/** Folds away where there is little room: below 1,024 px. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  const folds = !useMedia(wide)
  const [open, setOpen] = useState(true)
  const id = useId()
  const shown = !folds || open
  return (
    <section className="embed-part">
      {folds ? (
        <h3>
          <button type="button" aria-expanded={shown} aria-controls={id} onClick={() => setOpen(!open)}>
            <ChevronDown aria-hidden className={clsx(!shown && 'folded')} />
            {title}
          </button>
        </h3>
      ) : (
        <h3>{title}</h3>
      )}
      <div id={id} hidden={!shown}>
        {children}
      </div>
    </section>
  )
}

type TextKey = {
  [K in keyof PanelDesign]: PanelDesign[K] extends string ? (string extends PanelDesign[K] ? K : never) : never
}[keyof PanelDesign]

function Text({
  of: { draft, change, problems, disabled },
  name,
  label,
  max,
  lines = false,
  url = false,
}: {
  of: Tab
  name: TextKey
  label: string
  max: number
  lines?: boolean
  url?: boolean
}) {
  const common = {
    label,
    max,
    value: draft[name],
    onChange: (value: string) => change({ [name]: value }),
    error: problems[name],
    disabled,
  }
  if (lines) return <TextArea {...common} />
  return <TextInput {...common} counter={!url} type={url ? 'url' : 'text'} {...(url && { placeholder: 'https://' })} />
}

/** The fields of one of the two embeds, whose keys differ by their beginning. */
function EmbedFields({ of, open }: { of: Tab; open: boolean }) {
  const name = (key: string) => (open ? `open_${key}` : key) as TextKey
  return (
    <>
      <Part title="Text">
        <Text of={of} name={name('title')} label="Title" max={256} />
        <Text of={of} name={name('description')} label="Description" max={4096} lines />
        <ColourInput
          label="Colour"
          presets={presets}
          value={of.draft[name('color')]}
          onChange={value => of.change({ [name('color')]: value })}
          error={of.problems[name('color')]}
          disabled={of.disabled}
        />
      </Part>
      <Part title="Pictures">
        <FieldPair>
          <Text of={of} name={name('image')} label="Image URL" max={2048} url />
          <Text of={of} name={name('thumbnail')} label="Thumbnail URL" max={2048} url />
        </FieldPair>
      </Part>
      <Part title="Footer">
        <FieldPair>
          <Text of={of} name={name('footer')} label="Footer" max={2048} />
          <Text of={of} name={name('footerIcon')} label="Footer icon URL" max={2048} url />
        </FieldPair>
      </Part>
    </>
  )
}

const MessageTab = (of: Tab) => (
  <div className="embed-tab">
    <EmbedFields of={of} open={false} />
  </div>
)

const ButtonsTab = (of: Tab) => (
  <div className="embed-tab">
    <Part title="Opens a ticket">
      <ButtonFields editing={{ design: of.draft, change: of.change, problems: of.problems }} disabled={of.disabled} />
    </Part>
    <Part title="Closes it">
      <SwitchField
        label="Close button"
        help="Without, tickets are closed by command or here."
        value={of.draft.close_button}
        onChange={shown => of.change({ close_button: shown })}
        disabled={of.disabled}
      />
      {of.draft.close_button && (
        <div className="button-fields">
          <TextInput
            label="Emoji"
            value={of.draft.close_button_emoji}
            onChange={emoji => of.change({ close_button_emoji: emoji })}
            error={of.problems['close_button_emoji']}
            disabled={of.disabled}
          />
          <Text of={of} name="close_button_label" label="Button label" max={80} />
        </div>
      )}
    </Part>
  </div>
)

const OpenTab = (of: Tab) => (
  <div className="embed-tab">
    <Part title="Above the embed">
      <Text of={of} name="welcome_message" label="Welcome message" max={2000} lines />
    </Part>
    <EmbedFields of={of} open />
  </div>
)
