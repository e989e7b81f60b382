// Package page creates one HTML file with sentences, tables and figures in sections. The file is
// self-contained: it needs no other files, scripts or network access. It is readable on a phone and
// on paper, in light and in dark mode.
//
// On a narrow screen, each table scrolls sideways. On paper, tables fit the page, and wide tables
// are on landscape pages. Figures are embedded drawings with text descriptions for readers who
// cannot see them.
package page
