/** The one style sheet of the pages. Contrast is 4.5:1 or more in both schemes. */
export const style = `
:root { color-scheme: light dark; --text: #1c2430; --quiet: #51606f; --back: #ffffff; --soft: #f2f5f8; --line: #cfd8e1; --link: #0b5cad; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e4eaf1; --quiet: #a5b4c3; --back: #12171d; --soft: #1c242d; --line: #3a4754; --link: #7ab8ff; }
}
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.55 system-ui, sans-serif; color: var(--text); background: var(--back); }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--back); z-index: 1; }
header, nav, main, footer { max-width: 66rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 1.5rem; }
h1 { margin: 0; font-size: 1.8rem; }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.3rem; border-bottom: 1px solid var(--line); }
h3 { margin: 1.75rem 0 .25rem; font-size: 1.05rem; overflow-wrap: anywhere; }
h4 { margin: 1rem 0 .25rem; font-size: .95rem; }
p { margin: .4rem 0; max-width: 46rem; }
code { font: .92em ui-monospace, monospace; background: var(--soft); padding: .1em .3em; border-radius: .25rem; overflow-wrap: anywhere; }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; }
.method { font-weight: 700; }
.quiet { color: var(--quiet); }
pre { margin: .4rem 0; overflow-x: auto; background: var(--soft); padding: .5rem .75rem; border-radius: .25rem; font-size: .9rem; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; }
caption { text-align: left; font-weight: 700; padding: .5rem 0 .25rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-top: 1px solid var(--line); }
details { margin: .5rem 0; border: 1px solid var(--line); border-radius: .4rem; padding: .4rem .75rem; }
summary { cursor: pointer; }
details ul { list-style: none; margin: .25rem 0 .25rem .1rem; padding-left: .9rem; border-left: 2px solid var(--line); }
:target { scroll-margin-top: 1rem; background: var(--soft); }
footer { padding: 2.5rem 1.25rem; }
`
