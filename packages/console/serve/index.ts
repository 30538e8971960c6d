export { consoleAnswer } from './console-answer.ts'
export { type ConsoleHost, createConsoleHost } from './console-host.ts'
export { COLOURS as CONSOLE_COLOURS, type ConsoleLook } from './console-page.ts'
