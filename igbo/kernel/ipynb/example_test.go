package ipynb_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/kernel/ipynb"
)

const notebook = `{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
	{"cell_type": "code", "id": "a", "metadata": {"tags": ["parameters"]}, "source": "var seeds = 5", "outputs": [], "execution_count": null},
	{"cell_type": "code", "id": "b", "metadata": {}, "source": "%%\nfmt.Println(seeds)", "outputs": [], "execution_count": null}
]}`

// Set a parameter of a notebook for the next run.
func ExampleNotebook_Inject() {
	n, err := ipynb.Read([]byte(notebook))
	if err != nil {
		log.Fatal(err)
	}
	parameters, err := n.Parameters()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(parameters)

	if err := n.Inject(map[string]string{"seeds": "20"}); err != nil {
		log.Fatal(err)
	}
	fmt.Println(n.Code(ipynb.ParametersTag)[0])
	fmt.Println(n.Inject(map[string]string{"seed": "20"}))
	// Output:
	// [seeds int = 5]
	// // Parameters
	// var seeds int = 20
	// ipynb: unknown parameter seed (use one of seeds int = 5)
}
