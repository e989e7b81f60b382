// Package notebook is what the cells of a notebook call, and it works the same in a
// plain program. In flow values, errors and settings; out flow what the reader sees
// (tables, figures, text), the end of a cell that fails, and values that are kept from
// cell to cell.
//
//	Check(err)            ends the cell with an error
//	Must(f(x))            the value of f, or Check
//	Engine()              the backend that cells compute on
//	Run(cfg)              the result of a study
//	Keep(settings, f)     what f makes of the settings, kept for other cells
//	File(path)            a file that f reads, for its settings: the content counts
//	Kept(), Clear()       show and remove what is kept
//	Show(values...)       shows results, tables, figures, graphs, matrices, models, settings
//
// Its functions end the cell where something fails, so that a cell reads as prose; a
// library returns errors and calls none of them.
package notebook
