// Package page makes one HTML file of sentences, tables and figures in sections. The file needs no other file, runs no
// script and loads nothing from the network. It is readable on a phone and on paper, in light and in dark mode.
//
// On a narrow screen, tables scroll sideways in their own boxes. On paper they fit the page, and wide tables are on
// pages in landscape format. Figures are drawings within the page, with descriptions for readers who cannot see them.
package page
