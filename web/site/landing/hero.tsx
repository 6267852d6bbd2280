import { Package, Server } from 'lucide-react'
import { LinkButton } from '#web/app/link-button.tsx'
import { useProductName } from '#web/app/queries.ts'
import { useAuth } from '#web/app/session.tsx'
import { ProductPicture } from './product-picture.tsx'
import './hero.css'

export function Hero() {
  const { user } = useAuth()
  const name = useProductName()
  return (
    <section className="hero">
      <div className="hero-in">
        <div>
          <h1>A quiet guard for loud communities.</h1>
          <p className="hero-lede">
            {name} is a self-hosted Discord bot. It moderates, stops attacks, answers tickets and greets newcomers, and
            you set all of it up in one calm dashboard.
          </p>
          <div className="hero-actions">
            <LinkButton to={user ? '/selector' : '/login'} variant="primary" size="lg">
              Get Started
            </LinkButton>
            <LinkButton to="/docs" size="lg">
              View Documentation
            </LinkButton>
          </div>
          <ul className="hero-facts">
            <li>
              <Package aria-hidden />
              One container, one SQLite file
            </li>
            <li>
              <Server aria-hidden />
              Your data stays on your machine
            </li>
          </ul>
        </div>
        <ProductPicture />
      </div>
      <div className="hero-ground" aria-hidden="true" />
    </section>
  )
}
