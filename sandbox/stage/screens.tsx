import { Bomb, List, MessageSquare, Users } from 'lucide-react'

/** On a phone one pane is shown at a time. */
export type Screen = 'channels' | 'chat' | 'members' | 'trouble'

const screens = [
  { value: 'channels', label: 'Channels', Icon: List },
  { value: 'chat', label: 'Chat', Icon: MessageSquare },
  { value: 'members', label: 'Members', Icon: Users },
  { value: 'trouble', label: 'Trouble', Icon: Bomb },
] as const

export function Screens({ screen, onChange }: { screen: Screen; onChange(screen: Screen): void }) {
  return (
    <nav className="screens" aria-label="Parts of the stage">
      {screens.map(({ value, label, Icon }) => (
        <button
          key={value}
          type="button"
          aria-current={screen === value ? 'page' : undefined}
          onClick={() => onChange(value)}
        >
          <Icon className="icon-lg" aria-hidden />
          <span>{label}</span>
        </button>
      ))}
    </nav>
  )
}
