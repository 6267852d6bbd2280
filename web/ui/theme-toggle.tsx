import { Moon, Sun } from 'lucide-react'
import { IconButton } from './button.tsx'
import { useTheme } from './theme.ts'

/** Switches between dark and light. */
export function ThemeToggle({ className }: { className?: string }) {
  const [theme, choose] = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <IconButton
      label={`Switch to ${other} theme`}
      icon={theme === 'dark' ? <Moon aria-hidden /> : <Sun aria-hidden />}
      onClick={() => choose(other)}
      {...(className !== undefined && { className })}
    />
  )
}
