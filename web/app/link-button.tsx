import { createLink } from '@tanstack/react-router'
import { ButtonAnchor } from '#web/ui/button.tsx'

/** A link within the app that looks like a button. */
export const LinkButton = createLink(ButtonAnchor)
