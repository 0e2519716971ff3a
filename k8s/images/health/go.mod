module nido/health

go 1.24.0
