// Package diagram draws directed graphs as named boxes connected by arrows.
//
// [Arrange] takes names, edges as pairs of indices, and a width, and returns a [Layout].
// [Layout.Panel] draws the layout, with a width, a colour and a tooltip per edge. Package layered
// computes the positions, and package canvas draws.
package diagram
