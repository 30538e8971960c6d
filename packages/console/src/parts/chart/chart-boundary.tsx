import { Component, type ReactNode } from 'react'

type ChartBoundaryProps = { instead: ReactNode; children: ReactNode }

/** A chart that could not be drawn: what stands instead says the same. The page around it goes on. */
export class ChartBoundary extends Component<ChartBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.instead : this.props.children
  }
}
