package oracle

func (o *Oracle) identify() error { o.digest = "todo"; return nil }
